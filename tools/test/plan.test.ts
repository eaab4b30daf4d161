import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { announce, planOf } from '../plan.mjs'
import { longTests } from '../short-run.mjs'
import { stages } from '../stages.mjs'

const namesOf = (plan: ReturnType<typeof planOf>): string[] => plan.stages.map(({ name }) => name)

test('npm test runs the short stages, with a short environment', () => {
  const plan = planOf({})
  expect(namesOf(plan)).toEqual(['format', 'lint', 'types', 'knip', 'unit', 'package', 'browser'])
  expect(plan.environment).toMatchObject({ SLIPRING_TESTS: 'short' })
})

test('npm test -- --all runs everything whole, and that is what continuous integration calls', () => {
  expect(planOf({ all: true })).toEqual({ run: 'whole', stages, environment: {} })
  expect(readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')).toMatch(/^npm test -- --all$/m)
})

test('--only runs the named stages whole, and refuses other names', () => {
  expect(planOf({ only: 'unit,types' })).toMatchObject({ run: 'whole', environment: {} })
  expect(namesOf(planOf({ only: 'unit,types' }))).toEqual(['types', 'unit'])
  expect(() => planOf({ only: 'unit,speed' })).toThrow('Unknown stage: speed')
})

test('a run says first which stages it has, and how long each took last', () => {
  const first = announce(planOf({}), {})
  expect(first).toContain(`7 of ${stages.length} stages will run:`)
  expect(first).toContain('unit     never ran here')
  expect(first).toContain('npm test -- --all')
  const later = announce(planOf({ only: 'types,unit' }), { types: 9.44, unit: 150 })
  expect(later.split('\n')).toEqual([
    `2 of ${stages.length} stages will run:`,
    '  types    took 9.4 s last time',
    '  unit     took 2.5 min last time',
    'Last time: 2.7 min in all.',
  ])
})

test('the test files that the short run leaves out exist', () => {
  for (const file of longTests)
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain('test')
})
