/**
 * `@slipring/nats`: a pool over many machines. The processes that do its tasks call `serve` of `@slipring/nats/serve`.
 *
 * @module
 * @experimental
 * @since 0.2
 */

export type { FunctionSchemas, Schemas } from './bodies.ts'
export { isNoServersError, NoServersError } from './errors.ts'
export { remotePool, RemotePool } from './remote-pool.ts'
export type { RemoteMapOptions, RemotePoolOptions, RemoteRunOptions, RemoteStreamOptions } from './remote-options.ts'
export type { RemotePoolStats, ServerStats } from './roster.ts'
