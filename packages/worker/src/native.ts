/**
 * What this package uses of `node:worker_threads` and other modules of Node, taken once, when it is loaded. A program may put
 * ours in the place of the built-in module's exports later. The built-in's names would then be ours, and ours would call
 * themselves.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { EventEmitter as NodeEventEmitter } from 'node:events'
import * as namespace from 'node:worker_threads'

// As a value: where only names of a namespace are used, webpack makes imports of those names.
const threads: typeof namespace = { ...namespace }

export type MessagePort = namespace.MessagePort
export type NativeWorker = namespace.Worker

export const EventEmitter: typeof NodeEventEmitter = NodeEventEmitter
export const MessageChannel: typeof namespace.MessageChannel = threads.MessageChannel
export const MessagePort: typeof namespace.MessagePort = threads.MessagePort
export const NativeWorker: typeof namespace.Worker = threads.Worker
export const getEnvironmentData: typeof namespace.getEnvironmentData = threads.getEnvironmentData
export const nativeParentPort: namespace.MessagePort | null = threads.parentPort
export const receiveNative: typeof namespace.receiveMessageOnPort = threads.receiveMessageOnPort
export const setEnvironmentData: typeof namespace.setEnvironmentData = threads.setEnvironmentData
export const snapshotContext: typeof AsyncLocalStorage.snapshot = AsyncLocalStorage.snapshot.bind(AsyncLocalStorage)
export const threadId: number = threads.threadId
