import { expect, test } from 'vitest'
import { Machine } from '../machine.ts'
import { scenarios } from '../scenarios/index.ts'
import { search } from '../search.ts'
import { loadSubject } from '../subject.ts'

const subject = await loadSubject()

test.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
  '%s holds without preemption',
  (_, scenario) => {
    const { found, schedules } = search(new Machine(scenario.build(subject)), { bound: 0 })
    expect(found).toBeUndefined()
    expect(schedules).toBeGreaterThan(0)
  },
)
