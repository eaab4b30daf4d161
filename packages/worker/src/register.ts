/**
 * `node --import @slipring/worker/register app.js` gives a program and its modules Slipring in the place of `node:worker_threads`.
 * This holds for all threads that inherit the flag. A worker with its own `execArgv` keeps the platform's classes, and its messages
 * go natively.
 */

import { syncBuiltinESMExports } from 'node:module'
import platform from 'node:worker_threads'
import { bare } from '@slipring/core'
import { MessageChannel, MessagePort } from './message-channel.ts'
import { leaveNative } from './native.ts'
import { parentPort } from './parent-port.ts'
import { receiveMessageOnPort } from './receive.ts'
import { Worker } from './worker.ts'
import { workerData } from './worker-data.ts'

leaveNative()
// In the place of the native one it has that one's name, too: Comlink closes it by that.
if (parentPort !== null) Object.defineProperty(parentPort.constructor, 'name', bare({ value: MessagePort.name }))
Object.assign(platform, { Worker, MessageChannel, MessagePort, parentPort, receiveMessageOnPort, workerData })
syncBuiltinESMExports()
Object.assign(globalThis, { MessageChannel, MessagePort })
