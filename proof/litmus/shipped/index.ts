/** Races of the shipped code, with every outcome named. */

import type { LitmusTest } from '../lock-step.js'
import { direction } from './direction.ts'
import { gate } from './gate.ts'
import { ring } from './ring.ts'
import { state } from './state.ts'

export const tests: readonly LitmusTest[] = [...ring, ...gate, ...direction, ...state]
