import { parentPort } from 'node:worker_threads'
import { parentPort as ours } from '@slipring/worker'

parentPort?.on('message', (message) => parentPort?.postMessage(ours === null ? 'not loaded' : message))
