/**
 * `@slipring/nats`: a pool over many machines. The processes that do its tasks call `serve` of `@slipring/nats/serve`.
 *
 * @module
 * @experimental
 * @since 0.2
 */

export type { FunctionSchemas, Schemas } from './bodies.ts'
export { isNoServersError, NoServersError } from './errors.ts'
export {
  type RemoteMapOptions,
  remotePool,
  RemotePool,
  type RemotePoolStats,
  type RemoteRunOptions,
  type RemoteStreamOptions,
} from './remote-pool.ts'
export type { RemotePoolOptions } from './remote-options.ts'
export type { ServerStats } from './roster.ts'
