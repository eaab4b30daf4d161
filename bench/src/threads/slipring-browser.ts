/** Slipring in a page. */

export { parentPort, Worker } from '@slipring/browser'
