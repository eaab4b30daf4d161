/** `@slipring/browser/inspect`: a panel that shows a state while it runs. */

export { inspect, type InspectOptions } from './inspect.ts'
