/** All suites, by name. */

import { codecRivalsSuite } from './codec/rivals/suite.ts'
import { codecSuite } from './codec/suite.ts'
import { jobSuite } from './job/suite.ts'
import { natsSuite } from './nats/suite.ts'
import { poolSuite } from './pool/suite.ts'
import { schemaMicroSuite } from './schema/micro.ts'
import { schemaSuite } from './schema/suite.ts'
import { stateSuite } from './state/suite.ts'
import { straightnessSuite } from './straightness/suite.ts'
import type { Suite } from './suite.ts'
import { streamsSuite } from './streams/suite.ts'
import { kindsSuite } from './transport/kinds.ts'
import { regimesSuite } from './transport/regimes.ts'
import { transportRivalsSuite } from './transport/rivals.ts'
import { transportSuite } from './transport/suite.ts'
import { youngSuite } from './young/suite.ts'

export const suites: readonly Suite[] = [
  codecSuite,
  schemaSuite,
  schemaMicroSuite,
  transportSuite,
  kindsSuite,
  regimesSuite,
  stateSuite,
  poolSuite,
  streamsSuite,
  jobSuite,
  natsSuite,
  youngSuite,
  codecRivalsSuite,
  transportRivalsSuite,
  straightnessSuite,
]
