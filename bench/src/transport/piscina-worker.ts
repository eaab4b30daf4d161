/** Piscina loads this module in its thread: the task is the default export. */

import { workerData } from 'piscina'
import type { WorkerTask } from '../threads/line.ts'
import { peerFor } from './peer.ts'
import type { Peer } from './transport.ts'

const peer: Peer = peerFor(workerData as WorkerTask)

export default peer
