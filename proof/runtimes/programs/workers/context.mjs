/** Answers each message with what its listener sees of the context in which it was added. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { parentPort } from '@slipring/worker'

const context = new AsyncLocalStorage()
context.run('listener', () => parentPort.on('message', () => parentPort.postMessage({ seen: context.getStore() })))
