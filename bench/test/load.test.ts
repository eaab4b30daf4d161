import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { judge, LoadWatch } from '../src/load.ts'
import { descendantMicros } from '../src/process-time.ts'

test('judge() finds nothing wrong with an idle machine', () => {
  expect(judge([10, 10.5, 9.6], 0.05, 0.1)).toEqual([])
  expect(judge([], null, 0.1)).toEqual([])
})

test('judge() notices that the same work took longer at some time', () => {
  expect(judge([10, 10, 13, 10], 0, 0)).toEqual(['the same work took 30 % more or less time than usual'])
})

test('judge() notices that others were busy all the time', () => {
  expect(judge([10, 10], 0.5, 0)).toEqual(['others kept 0.50 processors busy'])
})

test('judge() goes by the load average only where nothing better is known', () => {
  expect(judge([10, 10], null, 1.5)).toEqual(['the load average was 1.50 at the start'])
  expect(judge([10, 10], 0, 1.5)).toEqual([])
})

test('LoadWatch takes calibrations and comes to a verdict', async () => {
  const watch = new LoadWatch()
  try {
    await watch.calibrate()
    const { calibrationMs, pingMicros, foreignProcessors } = watch.verdict()
    expect(calibrationMs).toEqual([expect.any(Number), expect.any(Number)])
    // One is missing where both threads shared a core all the time.
    for (const micros of pingMicros) expect(micros).toBeGreaterThan(0.01)
    expect(foreignProcessors ?? 0).toBeGreaterThanOrEqual(0)
  } finally {
    await watch.close()
  }
})

test('LoadWatch forgets the calibration of a turn that is taken again, and those until the machine is calm', async () => {
  const times = [10, 10, 30, 10, 10, 10, 10.5, 15, 15, 10.1]
  const watch = new LoadWatch(async () => times.shift()!)
  expect(await watch.calibrate()).toBe(true)
  expect(await watch.calibrate()).toBe(true)
  expect(await watch.calibrate()).toBe(false)
  await watch.settle(true)
  expect(times).toEqual([])
  expect(watch.verdict()).toMatchObject({ repeats: 1, calibrationMs: [10, 10, 10.5, 10.1] })
})

test('LoadWatch waits for a machine that is never calm so long and no longer, however often it is asked', async () => {
  let millis = 10
  const watch = new LoadWatch(async () => (millis *= 1.5), 2)
  for (let time = 0; time < 50; time++) await watch.settle(true)
  expect(watch.verdict()).toMatchObject({ isLoaded: true, repeats: 50 })
  // The five that the first calibration is the median of, and two.
  expect(millis).toBeLessThan(10 * 1.5 ** 9)
})

// A cell that may use one core only is a process of its own, which has ended when its time is asked for.
test('the time of a child that has ended is ours', () => {
  const before = descendantMicros()
  expect(before === null).toBe(!existsSync('/proc/stat'))
  spawnSync(process.execPath, ['--eval', 'while (process.cpuUsage().user < 300_000);'])
  if (before !== null) expect(descendantMicros()! - before).toBeGreaterThan(100_000)
})
