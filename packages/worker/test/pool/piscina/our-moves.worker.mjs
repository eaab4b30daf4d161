import { isWorkerThread, move } from '@slipring/worker/piscina'

/** @param {number} length */
export default (length) => move(new Uint8Array(length).fill(7))
export const isWorker = () => isWorkerThread
