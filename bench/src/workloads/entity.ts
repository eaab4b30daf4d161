/** The update of one entity of a game. */

import type { Workload } from '../workload.ts'
import { makeEntity } from './tick.ts'

export const entity: Workload = { name: 'entity', index: 20, pool: 1_024, make: (random) => makeEntity(random) }
