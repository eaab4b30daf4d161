import { afterAll, expect, test } from 'vitest'
import type { CellTask } from '../src/cell.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { isForOneCore } from '../src/one-core.ts'
import { suites } from '../src/suites.ts'
import { rivalTransports, transportSystems } from '../src/transport/systems.ts'
import { CellThread } from './cell-thread.ts'

// These have tests of their own.
const tasks = suites
  .filter(({ name }) => !['young', 'pool', 'nats', 'codec-rivals', 'streams', 'job'].includes(name))
  .flatMap((suite) =>
    suite.systems.flatMap((system) =>
      suite.groups.map(({ parts }): CellTask => {
        const names = parts.map((part) => part.name)
        const otherwise = suite.name === 'state' ? '1,000 entities' : 'User'
        const [workload = otherwise] = names.includes('carries')
          ? ['tiny']
          : ([...transportSystems, ...rivalTransports].find(({ name }) => name === system.name)?.workloads ?? [])
        return {
          suite: suite.name,
          system: system.name,
          workload,
          parts: names,
          // Its reader comes sixty times a second.
          windowMs: suite.name === 'state' ? 300 : 1,
          warmUpMs: 5,
          baselines: {},
        }
      }),
    ),
  )

// These decode to objects of classes of their own.
const OWN_CLASSES = new Set(['avsc', 'protobuf.js', 'protobuf.js static'])
// Some kinds of values.
const ALTERING = new Set(['ringbuf.js', 'thread-stream'])

const thread = new CellThread()
afterAll(() => thread.end())

test.each(tasks)('$suite: $system measures $parts', async (task) => {
  const { isLossy, readings, cannot } = await (isForOneCore(task) ? runCellInNode(task) : thread.run(task))
  if (task.system === 'coincident') return expect(cannot).toContain('browsers only')
  const parts =
    task.system === 'structuredClone' ? ['round trip'] : isLeftOut(task) ? [] : task.parts.filter(hasPart(task))
  expect(isLossy).toBe(task.parts[0] === 'carries' ? ALTERING.has(task.system) : OWN_CLASSES.has(task.system))
  expect(Object.keys(readings)).toEqual(parts)
  for (const [part, reading] of Object.entries(readings)) {
    // No garbage is what a state is for.
    if (!part.endsWith('garbage')) expect(reading.value).toBeGreaterThan(0)
    expect(reading.value).toBeGreaterThanOrEqual(0)
    expect(reading.count).toBeGreaterThan(0)
    expect(reading.p99 ?? 0).toBeGreaterThanOrEqual(reading.p50 ?? 0)
  }
})

/** Only JSON, who has to read all of it, and our own views are asked for a few numbers of a message. */
function hasPart({ system }: CellTask): (part: string) => boolean {
  // Nothing crosses in these: they measure the timers of both threads.
  if (system === 'timers alone') return (part) => part !== 'age' && part !== 'frame'
  return (part) => part !== 'view' || system === 'JSON' || system.startsWith('slipring')
}

/** A system that only answers cannot send by itself, and one that blocks has one message in flight. */
function isLeftOut({ system, parts: [part = ''] }: CellTask): boolean {
  if (['slipring blocking', 'receiveMessageOnPort', 'sync-message-port', 'synckit', 'ringbuf.js'].includes(system))
    return /100|one way/.test(part)
  return (
    part === 'one way back' &&
    ['Comlink', 'Piscina', 'birpc', 'tinypool', 'thread-stream', 'multithreading'].includes(system)
  )
}

test('a lossy system is marked where it loses something', async () => {
  const task = {
    suite: 'codec',
    system: 'msgpackr',
    workload: 'bytes 64K',
    parts: ['round trip'],
    windowMs: 1,
    warmUpMs: 5,
    baselines: {},
  }
  expect((await runCellInNode(task)).isLossy).toBe(true)
})

test('a codec cell measures its baseline by turns where it is told one', async () => {
  const task = { suite: 'codec', workload: 'tiny', parts: ['encode', 'round trip'], windowMs: 30, warmUpMs: 20 }
  const apart = await runCellInNode({ ...task, system: 'slipring', baselines: {} })
  expect(Object.values(apart.readings).map(({ ratio }) => ratio)).toEqual([null, null])
  const baselines = { encode: 'JSON', 'round trip': 'structuredClone' }
  const { readings } = await runCellInNode({ ...task, system: 'slipring', baselines })
  for (const { ratio } of Object.values(readings)) expect(ratio).toBeGreaterThan(0)
})

test.each(['echo 1', 'echo 100', 'one way back', 'one way'])(
  'a transport cell measures its baseline by turns: %s',
  async (part) => {
    const task = {
      suite: 'transport',
      system: 'slipring',
      workload: 'point',
      parts: [part],
      windowMs: 60,
      warmUpMs: 20,
    }
    const apart = (await runCellInNode({ ...task, baselines: {} })).readings[part]!
    expect(apart.ratio).toBeNull()
    const { ratio, count, p50 } = (await runCellInNode({ ...task, baselines: { [part]: 'postMessage' } })).readings[
      part
    ]!
    expect(ratio).toBeGreaterThan(0)
    expect(count).toBeGreaterThan(0)
    expect(p50 === null).toBe(part !== 'echo 1')
  },
)

test('a cell that throws rejects with the reason', async () => {
  const task = {
    suite: 'codec',
    system: 'JSON',
    workload: 'no such',
    parts: ['encode'],
    windowMs: 1,
    warmUpMs: 5,
    baselines: {},
  }
  await expect(runCellInNode(task)).rejects.toThrow('No workload is named no such')
})
