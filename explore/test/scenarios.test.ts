import { expect, test } from 'vitest'
import { Machine } from '../machine.ts'
import { scenarios } from '../scenarios/index.ts'
import { search } from '../search.ts'
import { loadSubject } from '../subject.ts'

test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  '%s holds without preemption',
  async (_, scenario) => {
    const { found, schedules } = search(new Machine(scenario.build(await loadSubject())), { bound: 0 })
    expect(found).toBeUndefined()
    expect(schedules).toBeGreaterThan(0)
  },
)
