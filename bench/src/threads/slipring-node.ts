/** Slipring in Node. */

export { parentPort, Worker } from '@slipring/worker'
