/** The script of a further thread of a case. */

import { workerData } from 'node:worker_threads'
import { importFile } from './import-file.ts'
import { type PeerTask, runPeer } from './peer.ts'

await runPeer(workerData as PeerTask, importFile)
