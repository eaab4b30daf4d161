/**
 * `@slipring/nats/serve`: a process that does the tasks of remote pools. For Node, Bun and Deno.
 *
 * @module
 * @experimental
 * @since 0.2
 */

export { serve, type ServeOptions } from './serve.ts'
export type { Serving } from './server.ts'
export type { TaskContext } from './slipring-task-thread.ts'
