/** Reader number `reader` of pinned slots; posts what it found. */

import { parentPort, workerData } from 'node:worker_threads'
import { openStateRegion } from '../../src/memory/state-region.ts'
import { PinReader } from '../../src/state/pinned-slots.ts'
import { readAll } from './read.ts'

const { buffer, reader } = workerData as { buffer: SharedArrayBuffer; reader: number }
parentPort!.postMessage(readAll(new PinReader(openStateRegion(buffer), reader)))
