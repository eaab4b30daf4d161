import { expect, test } from 'vitest'
import { Machine } from '../machine.ts'
import { editsOf } from '../mutant.ts'
import { mutantNamed, mutants } from '../mutants/index.ts'
import { scenarioNamed, scenarios } from '../scenarios/index.ts'
import { replay, search } from '../search.ts'
import { loadSubject } from '../subject.ts'

// Each is the shortest way we know to see what the line that the mutant lacks is for.
test.each([
  ['two-wakers/signal-without-exchange', 'a4c6b8', 'more than one signal a park'],
  ['two-wakers/park-without-recheck', 'a4c2b4c2', 'for ever'],
  ['two-wakers/park-rechecks-first', 'a4c4b4c2', 'for ever'],
  ['two-wakers/notify-before-exchange', 'a4c6b4c8b3', 'for ever'],
  ['one-record/recheck-without-the-end', 'p7c8p2c3', 'c for ever asleep'],
  ['one-slot/publish-wakes-first', 'p16c16p8c9p', 'c for ever asleep'],
  ['loop-by-wait/loop-parks-without-recheck', 'p16c14p6c2', 'c for ever asleep'],
  ['loop-by-wait/loop-sleeps-on-a-changed-gate', 'p16c17p9c', 'c for ever asleep'],
  ['stray-wakes/release-at-the-peek', 'p16p?p8c4p?p3', 'race: p writes cell 2 unordered with c'],
  ['pins-one-reader/pins-no-pin', 'w9a4w3', 'race: w writes cell 2 unordered with a'],
  ['pins-leaving/pins-free-place-first', 'w9a5b6aw3', 'race: w writes cell 2 unordered with b'],
  ['death-of-producer/loop-leaves-its-wait', 'p11p!c18c?c2', 'leaves a wait that nothing ends'],
])('%s: %s', async (name, schedule, reason) => {
  const [scenario = '', mutant = ''] = name.split('/')
  const edits = editsOf(mutantNamed(mutant))
  const machineOver = async (changes: typeof edits): Promise<Machine> =>
    new Machine(scenarioNamed(scenario).build(await loadSubject(changes)))
  expect(replay(await machineOver(edits), schedule)).toContain(reason)
  expect(search(await machineOver([]), { bound: 1 }).found).toBeUndefined()
})

test('scenarios and mutants have one name each', () => {
  expect(new Set(scenarios.map(({ name }) => name)).size).toBe(scenarios.length)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})
