/**
 * Names of `node:worker_threads` that are exported unchanged. They are read from its namespace. An import of a name that a runtime
 * lacks would fail; read this way, the name is undefined.
 */

import * as namespace from 'node:worker_threads'

// As a value: where only names of a namespace are used, webpack makes imports of those names.
const platform: typeof namespace = { ...namespace }

/** The type of a name of newer versions, if the installed `@types/node` knows it. */
type Newer<Name extends string> = typeof platform extends { readonly [N in Name]: infer Type } ? Type : undefined

// The types that only are types. This package's own exports go before them.
export type * from 'node:worker_threads'

export type BroadcastChannel = namespace.BroadcastChannel
export const BroadcastChannel: typeof platform.BroadcastChannel = platform.BroadcastChannel

export const SHARE_ENV: typeof platform.SHARE_ENV = platform.SHARE_ENV
export const getEnvironmentData: typeof platform.getEnvironmentData = platform.getEnvironmentData
export const isInternalThread: Newer<'isInternalThread'> = platform.isInternalThread
export const isMainThread: boolean = platform.isMainThread
export const isMarkedAsUntransferable: Newer<'isMarkedAsUntransferable'> = platform.isMarkedAsUntransferable
export const locks: Newer<'locks'> = platform.locks
export const markAsUncloneable: Newer<'markAsUncloneable'> = platform.markAsUncloneable
export const resourceLimits: namespace.ResourceLimits = platform.resourceLimits
export const setEnvironmentData: typeof platform.setEnvironmentData = platform.setEnvironmentData
export const threadId: number = platform.threadId
export const threadName: Newer<'threadName'> = platform.threadName
