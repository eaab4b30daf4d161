/** Tinypool loads this module in its thread: the task is the default export. */

import { workerData } from 'node:worker_threads'
import type { WorkerTask } from '../threads/line.ts'
import { peerFor } from './peer.ts'
import type { Peer } from './transport.ts'

// Behind what the library tells its own part.
const [, task] = workerData as [unknown, WorkerTask]
const peer: Peer = peerFor(task)

export default peer
