/**
 * `@slipring/core/pool`: a pool of workers, without a platform to run on. Applications import `Pool` of a platform.
 *
 * @inside
 * @since 0.2
 */

export {
  type Ending,
  isPoolLoadError,
  isQueueFullError,
  isWorkerDiedError,
  PoolLoadError,
  QueueFullError,
  WorkerDiedError,
} from './errors.ts'
export type { EverywhereOptions } from './everywhere.ts'
export { clonableOf, extrasOf, plainErrorOf, restoredError } from './failure.ts'
export { letGo } from './let-go.ts'
export { mapped, type MapOptions, requirePace } from './map.ts'
export type { ErrorExtras, PoolMessage, Setup, TaskMessage, WorkerMessage } from './messages.ts'
export { isMoved, move, Moved } from './move.ts'
export { requireKnownKeys } from './option-keys.ts'
export {
  KNOWN_OF_ANY_RUN,
  poolLimitsOf,
  type PoolLimits,
  type PoolOptions,
  type PoolSize,
  type RecycleLimits,
  requireInteger,
  requireNumber,
  requireRunOptions,
  type RunOptions,
} from './options.ts'
export type { PoolPlatform, PoolThread, TaskScope, ThreadEvents, WorkerLoad } from './platform.ts'
export { Pool } from './pool.ts'
export type { PoolEventDetails, PoolEventMap, PoolEventType, PoolTrace } from './pool-events.ts'
export { type FindElsewhere, Server } from './serve.ts'
export type { PoolStats, TimeStats, WorkerStats } from './stats.ts'
export { OrderedQueue } from './ordered-queue.ts'
export type { StreamDesk } from './reading.ts'
export { hasSources } from './sources.ts'
export { PoolStream, portionOf, requireStreamOptions, type StreamOptions } from './stream.ts'
export type { TaskContext } from './task-context.ts'
export type { TaskKey } from './task.ts'
export type { QueuedTask, TaskQueue } from './task-queue.ts'
export type { DefaultName, DefaultStream, FunctionName, PartOf, ResultOf, StreamName, TaskOf } from './task-types.ts'
export { Waiters } from './waiters.ts'
export { type StopWatching, watch } from './watch.ts'
export { WorkerContext } from './worker-context.ts'
export { isGenerator } from './served-stream.ts'
export { functionIn, functionOf, promiseIn, type TaskFunction } from './worker-functions.ts'
