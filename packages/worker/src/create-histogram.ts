/** The platform's histogram. Its module is loaded with the first one: that takes 5 ms, which no thread should pay at its start. */

import type { RecordableHistogram } from 'node:perf_hooks'

/** Throws `TypeError` on a Node that cannot load a module of its own at once. */
export function createHistogram(): RecordableHistogram {
  const { getBuiltinModule } = process as Partial<NodeJS.Process>
  if (getBuiltinModule === undefined) throw new TypeError('Cannot time tasks: this needs Node 20.16 or later')
  return getBuiltinModule('node:perf_hooks').createHistogram()
}
