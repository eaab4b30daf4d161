/** Says what it gets, and sends it back. */

import { accept, parentPort } from '@slipring/worker'
import { workerData } from 'node:worker_threads'
import { codec, nameOf } from '../classes.mjs'

if (workerData !== 'accept') parentPort.useCodec(codec)
const port = workerData === 'accept' ? await accept({ codec }) : parentPort
port.on('messageerror', (error) => port.postMessage({ error: error.message }))
port.on('message', (value) => port.postMessage({ seen: nameOf(value), value }))
