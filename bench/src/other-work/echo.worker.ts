import { parentPort as native, workerData } from 'node:worker_threads'

const parentPort = workerData.entry === '' ? native : (await import(workerData.entry)).parentPort
parentPort.on('message', (message: unknown) => parentPort.postMessage(message))
