/** Answers each message with the context in which its listener was called. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort } from '@slipring/worker'

const context = new AsyncLocalStorage<string>()
context.run('listener', () => parentPort!.on('message', () => parentPort!.postMessage(context.getStore())))
