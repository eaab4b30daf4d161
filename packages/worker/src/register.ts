/**
 * `node --import @slipring/worker/register app.js`: what a program and its modules get from `node:worker_threads` is ours, in all
 * threads that inherit the flag. A worker with an `execArgv` of its own keeps the platform's: its messages go natively.
 */

import { syncBuiltinESMExports } from 'node:module'
import platform from 'node:worker_threads'
import { MessageChannel, MessagePort } from './message-channel.ts'
import { leaveNative } from './native.ts'
import { parentPort } from './parent-port.ts'
import { receiveMessageOnPort } from './receive.ts'
import { Worker } from './worker.ts'
import { workerData } from './worker-data.ts'

leaveNative()
Object.assign(platform, { Worker, MessageChannel, MessagePort, parentPort, receiveMessageOnPort, workerData })
syncBuiltinESMExports()
Object.assign(globalThis, { MessageChannel, MessagePort })
