/** Integers and strings of known types, many of one kind in a message: the price of a single one. */

import type { Suite } from '../suite.ts'
import { microWorkloads } from '../workloads/micro.ts'
import { schemaSuite } from './suite.ts'

const workloads = microWorkloads.map(({ name }) => name)

export const schemaMicroSuite: Suite = {
  ...schemaSuite,
  name: 'schema-micro',
  headline: 'decode',
  groups: schemaSuite.groups.map((group) => ({ ...group, parts: group.parts.filter(({ name }) => name !== 'view') })),
  workloads,
  quickWorkloads: workloads.slice(0, 1),
  method: `A message is an array of 4,096 integers or of 256 strings; divided by that it is the price of one. As in the suite
schema: ${schemaSuite.method}`,
}
