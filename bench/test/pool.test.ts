import { expect, test } from 'vitest'
import type { CellTask } from '../src/cell.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { poolPart } from '../src/pool/parts.ts'
import { select } from '../src/selection.ts'
import { poolSuite } from '../src/pool/suite.ts'
import { poolSystems } from '../src/pool/systems.ts'
import { Tasks } from '../src/pool/tasks.ts'

const parts = [poolPart('idle', 2), poolPart('alone', 2), poolPart('many', 2)]
const task: Omit<CellTask, 'system'> = {
  suite: 'pool',
  workload: 'empty',
  parts,
  windowMs: 20,
  warmUpMs: 5,
  baselines: {},
}

test.each(poolSystems.map(({ name }) => name))('%s does tasks, or says why it cannot', async (system) => {
  const { readings, alters, cannot } = await runCellInNode({ ...task, system })
  if (cannot !== undefined)
    return expect([system, cannot]).toEqual([
      expect.stringContaining('registered'),
      expect.stringMatching(/^there is no/),
    ])
  expect(alters).toBe(system === 'poolifier' ? 'undefined → Object' : undefined)
  expect(Object.keys(readings)).toEqual(parts)
  const [idle, alone, many] = parts.map((part) => readings[part]!)
  expect(idle!.value).toBeGreaterThanOrEqual(0)
  expect(alone!.p50).toBe(alone!.value)
  expect(alone!.p99).toBeGreaterThanOrEqual(alone!.p50!)
  expect(many!.count).toBeGreaterThan(0)
  return undefined
})

test.each(poolSuite.workloads)('a pool gives back: %s', async (workload) => {
  const part = poolPart('many', 1)
  const baselines = { [part]: 'Piscina, sync' }
  const { readings, isLossy } = await runCellInNode({ ...task, system: 'Pool', workload, parts: [part], baselines })
  expect(isLossy).toBe(false)
  expect(readings[part]!.ratio).toBeGreaterThan(0)
})

test.each(['firstAlone', 'firstMany'] as const)(
  'the first second of a pool is measured in a process of its own, %s',
  async (way) => {
    const part = poolPart(way, 2)
    expect(poolSuite.groups.filter(({ parts: [first] }) => first!.name === part)).toMatchObject([{ parts: [{}] }])
    const baselines = { [part]: 'Piscina, sync' }
    const one = { ...task, system: 'Pool', workload: 'small object', parts: [part], baselines }
    const { readings } = await runCellInNode(one)
    const { value, count, ratio } = readings[part]!
    expect(ratio).toBeNull()
    // Of 20 ms, in µs a task or in tasks a second.
    const elapsedMs = way === 'firstAlone' ? (value * count) / 1000 : (count / value) * 1000
    expect(elapsedMs).toBeGreaterThan(15)
    expect(elapsedMs).toBeLessThan(5000)
  },
)

test('filters name systems, parts and workloads; a whole name means that one alone', () => {
  const filters = ['small object', '1 worker', 'registered', 'Pool']
  const wish = { quick: false, filters, rounds: 1, where: 'node' } as const
  const { contestants, workloads, groups } = select(poolSuite, wish)
  expect(contestants.map(({ label }) => label)).toEqual([
    'Piscina, sync',
    'Piscina registered, sync',
    'Piscina registered, disabled',
    'Pool',
  ])
  expect(workloads).toEqual(['small object'])
  const chosen = groups.flatMap((group) => group.parts.map(({ name }) => name))
  const ways = ['idle', 'alone', 'many', 'firstAlone', 'firstMany'] as const
  expect(chosen).toEqual(ways.map((way) => poolPart(way, 1)))
})

test('a pool that alters its tasks is told of, with the first difference', async () => {
  const tasks = new Tasks(async () => ({ at: 'yesterday' }), [{ at: new Date(0) }], 1)
  expect(await tasks.verify()).toBe(false)
  expect(tasks.alters).toBe('.at: Date → string')
})

test('a pool that loses a task fails its cell', async () => {
  const tasks = new Tasks(() => Promise.reject(new Error('the worker is gone')), [1], 100)
  await expect(tasks.takeTurn(1)).rejects.toThrow('the worker is gone')
})
