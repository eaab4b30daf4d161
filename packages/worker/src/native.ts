/**
 * Everything used of `node:worker_threads` and other modules of Node, taken once, when this is loaded. A program may put
 * ours in the place of the built-in module's exports later. The built-in's names would then be ours, and ours would call
 * themselves. `register.ts` does so for all threads: for copies of this package that are loaded after it, it leaves what was there.
 */

import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks'
import { EventEmitter as NodeEventEmitter } from 'node:events'
import * as namespace from 'node:worker_threads'
import { isNode } from './is-node.ts'

/** Where `register.ts` leaves the platform's own. */
const LEFT: unique symbol = Symbol.for('slipring.worker-threads')

type Leaving = { [LEFT]?: typeof namespace }

// As a value: where only names of a namespace are used, webpack makes imports of those names.
const threads: typeof namespace = (globalThis as Leaving)[LEFT] ?? { ...namespace }

/** Other copies of this package find the platform's own from now on, whatever takes its place. */
export function leaveNative(): void {
  ;(globalThis as Leaving)[LEFT] ??= threads
}

/** Node 20 has none. */
export type PostMessageToThread = typeof namespace extends { readonly postMessageToThread: infer Type }
  ? Type
  : undefined

export type MessagePort = namespace.MessagePort
export type NativeWorker = namespace.Worker

export const EventEmitter: typeof NodeEventEmitter = NodeEventEmitter
export const MessageChannel: typeof namespace.MessageChannel = threads.MessageChannel
export const MessagePort: typeof namespace.MessagePort = threads.MessagePort
export const NativeWorker: typeof namespace.Worker = threads.Worker
export const getEnvironmentData: typeof namespace.getEnvironmentData = threads.getEnvironmentData
export const markAsUntransferable: typeof namespace.markAsUntransferable = threads.markAsUntransferable
export const moveMessagePortToContext: typeof namespace.moveMessagePortToContext = threads.moveMessagePortToContext
export const postMessageToThread: PostMessageToThread = (threads as { readonly [name: string]: any })[
  'postMessageToThread'
]
export const nativeWorkerData: unknown = threads.workerData
export const nativeParentPort: namespace.MessagePort | null = threads.parentPort
export const receiveNative: typeof namespace.receiveMessageOnPort = threads.receiveMessageOnPort
export const setEnvironmentData: typeof namespace.setEnvironmentData = threads.setEnvironmentData
/** As `AsyncLocalStorage.snapshot`, which in Node makes three times as many objects, as its function has deprecated properties. */
export const snapshotContext = (): ((callback: () => void) => void) => {
  if (!isNode) return AsyncLocalStorage.snapshot()
  const resource = new AsyncResource('slipring')
  return (callback) => void resource.runInAsyncScope(callback)
}
export const threadId: number = threads.threadId
