/**
 * `node --import @slipring/worker/register app.js` gives a program and its modules Slipring in the place of `node:worker_threads`.
 * This holds for all threads that inherit the flag. A worker with its own `execArgv` keeps the platform's classes, and its messages
 * go natively. Node reads `--import` for no worker with `eval: true`; `--require` of this file reaches those, too.
 *
 * @experimental
 * @since 0.2
 */

import modules, { syncBuiltinESMExports } from 'node:module'
import platform from 'node:worker_threads'
import { bare } from '@slipring/core'
import { MessageChannel, MessagePort } from './message-channel.ts'
import { leaveNative } from './native.ts'
import { parentPort } from './parent-port.ts'
import { receiveMessageOnPort } from './receive.ts'
import { registerMoving } from './register-moving.ts'
import { markAsUntransferable, moveMessagePortToContext, postMessageToThread } from './taking-ports.ts'
import { Worker } from './worker.ts'
import { workerData } from './worker-data.ts'

leaveNative()
// In the place of the native one it has that one's name, too: Comlink closes it by that.
if (parentPort !== null) Object.defineProperty(parentPort.constructor, 'name', bare({ value: MessagePort.name }))
const ours = { Worker, MessageChannel, MessagePort, parentPort, receiveMessageOnPort, workerData }
Object.assign(platform, ours, { markAsUntransferable, moveMessagePortToContext })
// Node 20 has none.
if (postMessageToThread !== undefined) Object.assign(platform, { postMessageToThread })
if (modules.register !== undefined) modules.register = registerMoving(modules.register)
syncBuiltinESMExports()
Object.assign(globalThis, { MessageChannel, MessagePort })
