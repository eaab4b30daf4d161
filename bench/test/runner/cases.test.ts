import { expect, test } from 'vitest'
import { bench, baseline, contend, exchange, suite } from '../../src/runner/index.ts'
import { casesDeclaredBy } from '../../src/runner/registry.ts'

const PLACE = { file: 'none', suite: '', name: '' }
const namesOf = async (declare: () => void): Promise<string[]> => {
  const cases = await casesDeclaredBy(async () => declare())
  return cases.map((one) => [one.suite, one.name].filter((part) => part !== '').join(': '))
}

test('cases have the names of the suites around them', async () => {
  const names = await namesOf(() => {
    bench('outside', () => 1)
    suite('outer', () => suite('inner', () => bench('inside', () => 1)))
  })
  expect(names).toEqual(['outside', 'outer › inner: inside'])
})

test('args() makes a case of each combination, and shows each value in the name', async () => {
  const names = await namesOf(() =>
    bench('sort $length', () => 1)
      .args('length', [1, 2])
      .args('kind', ['a', 'b']),
  )
  expect(names).toEqual(['sort 1 (kind a)', 'sort 1 (kind b)', 'sort 2 (kind a)', 'sort 2 (kind b)'])
})

test('a case is compared with the baseline of the same arguments, else with one that has none', async () => {
  const cases = await casesDeclaredBy(async () => {
    suite('first', () => {
      baseline('base $n', () => 1).args('n', [1, 2])
      bench('own $n', () => 1).args('n', [1, 2])
    })
    suite('second', () => {
      bench('base', () => 1).baseline()
      bench('own $n', () => 1).args('n', [1])
    })
    suite('third', () => bench('alone', () => 1))
  })
  expect(cases.map((one) => one.baselineAmong(cases)?.name)).toEqual([
    undefined,
    undefined,
    'base 1',
    'base 2',
    undefined,
    'base',
    undefined,
  ])
})

test('setup makes the context, input a fresh argument for each call, and teardown gets the context', async () => {
  const torn: unknown[] = []
  const [one] = await casesDeclaredBy(async () => {
    bench(
      'case',
      { setup: ({ n }) => [n as number], input: ([n]) => ({ n: n! + 1 }), teardown: (context) => torn.push(context) },
      (input) => input.n,
    ).args('n', [4])
  })
  const { run, input, teardown } = await one!.definition.prepare(one!.values, PLACE)
  expect(run(input!())).toBe(5)
  expect(input!()).not.toBe(input!())
  await teardown()
  expect(torn).toEqual([[4]])
})

test('a generator function sets up before its yield and tears down after it, as with mitata', async () => {
  const steps: string[] = []
  const [one] = await casesDeclaredBy(async () => {
    bench('case', function* (state) {
      steps.push(`set up for ${state.get('n')}`)
      yield () => 7
      steps.push('torn down')
    }).args('n', [4])
  })
  const { run, teardown } = await one!.definition.prepare(one!.values, PLACE)
  expect(run()).toBe(7)
  await teardown()
  expect(steps).toEqual(['set up for 4', 'torn down'])
})

test.each<[string, () => unknown, string]>([
  ['no function', () => bench('a', 1 as never), 'Cannot run a: a function is expected, not number'],
  ['no name', () => bench('', () => 1), 'A name is expected, not '],
  [
    'no operations',
    () => bench('a', { operations: 0 }, () => 1),
    'Cannot run a: operations is 0, a whole number from 1',
  ],
  ['no time', () => bench('a', { time: -1 }, () => 1), 'Cannot run a: time is -1, milliseconds above 0 are expected'],
  ['no value', () => bench('a', () => 1).args('n', []), 'Cannot run a for no value of n'],
  ['an async suite', () => suite('s', async () => {}), 'The suite s is declared by an async function'],
  ['half an exchange', () => exchange('a', { main: () => () => 1 } as never), 'Cannot run a: its worker is undefined'],
  ['no thread', () => contend('a', { threads: 0, run: () => 1 }), 'Cannot run a: threads is 0, a whole number from 1'],
])('a declaration with %s is refused', async (_, declare, reason) => {
  await expect(casesDeclaredBy(async () => void declare())).rejects.toThrow(reason)
})

test('a case that no command runs says how to run it', () => {
  expect(() => bench('a', () => 1)).toThrow('start this file by `npx slipring-bench <file>`')
})
