/** Answers each message with what was heard on the native port beside ours, and how many nudges were sent. */

import { parentPort as nativePort } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'

const heard = []
nativePort.on('message', (message) => heard.push(typeof message))
parentPort.on('message', () => parentPort.postMessage({ heard: [...heard], nudges: parentPort.stats().nudges }))
