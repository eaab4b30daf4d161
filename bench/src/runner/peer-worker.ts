/** The script of a further thread of a case. */

import { workerData } from 'node:worker_threads'
import type { PeerTask } from './peer.ts'
import { casesDeclaredBy } from './registry.ts'

const { place, ready, data } = workerData as PeerTask
const cases = await casesDeclaredBy(() => import(place.file))
const { definition, values } = cases.find(({ suite, name }) => suite === place.suite && name === place.name)!

await definition.beside!(values, data)
Atomics.store(ready, 0, 1)
Atomics.notify(ready, 0)
