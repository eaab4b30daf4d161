/** The kinds suite: all kinds of values against `postMessage`, to find those that nobody has thought of. */

import type { Suite } from '../suite.ts'
import { kindWorkloads } from '../workloads/kinds.ts'
import { transportSuite } from './suite.ts'

const names = kindWorkloads.map(({ name }) => name)

export const kindsSuite: Suite = {
  ...transportSuite,
  name: 'kinds',
  headline: 'echo 100',
  groups: transportSuite.groups.filter(({ parts: [part] }) => part?.name === 'echo 100'),
  systems: transportSuite.systems.filter(({ name }) => ['postMessage', 'slipring'].includes(name)),
  workloads: names,
  quickWorkloads: names.filter((_, place) => place % 10 === 0),
  method: `64 different inputs of each kind, there and back with a hundred in flight. As in the suite transport: ${transportSuite.method}`,
}
