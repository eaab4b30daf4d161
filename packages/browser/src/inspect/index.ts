/**
 * `@slipring/browser/inspect`: a panel that shows a state while it runs.
 *
 * @module
 * @experimental
 * @since 0.2
 */

export { inspect, type InspectOptions } from './inspect.ts'
