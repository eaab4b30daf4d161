/** A program for the machine to explore, over any subject. */

import type { Program } from './program.ts'
import type { Subject } from './subject.ts'

export interface Scenario {
  readonly name: string
  /** Preemptions at depth 0; `Infinity` where every execution is affordable. */
  readonly bound: number
  build(subject: Subject): Program
}
