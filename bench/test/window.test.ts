import { expect, test } from 'vitest'
import { evenSample, loadRecords } from '../start/dataset.ts'
import { scenarios } from '../start/scenarios.ts'
import { systems, type Adapter, type Line, type System } from '../start/systems.ts'
import { adapter as native } from '../start/systems/post-message.ts'
import { WARM_UP_MESSAGES } from '../start/task.ts'
import { digestAll } from '../start/verify.ts'
import { DeliveryError, measure, type Traffic } from '../start/window.ts'

const STEP = 500

function trafficOf(name: string): Traffic {
  const scenario = scenarios.find((candidate) => candidate.name === name)!
  const records = loadRecords(STEP)
  return { scenario, records, digests: digestAll(records), step: STEP }
}

/** Messages that arrive before the first one that counts: the worker's greeting and the warm-up. */
function beforeFirst(scenario: string): number {
  return 1 + (scenario === 'one-way' ? trafficOf(scenario).records.length : WARM_UP_MESSAGES)
}

type Receive = Line['receive']

/** The native system with a fault on its way to the main thread. */
function faulty(spoil: (receive: Receive) => Receive): System {
  const adapter: Adapter = {
    ...native,
    connect(script, options) {
      const line = native.connect(script, options)
      return { ...line, receive: spoil(line.receive) }
    },
  }
  return { name: 'postMessage', load: async () => ({ adapter }) }
}

test.each(systems.flatMap((system) => scenarios.map((scenario) => [system.name, scenario.name, system] as const)))(
  '%s delivers every record of %s',
  async (_, scenario, system) => {
    const measurement = await measure(system, trafficOf(scenario))
    expect(measurement.messagesPerSecond).toBeGreaterThan(0)
    expect(measurement.p50Micros === null).toBe(scenario === 'one-way')
    expect(measurement.p99Micros ?? 0).toBeGreaterThanOrEqual(measurement.p50Micros ?? 0)
  },
)

test.each(['one-way', 'echo-100'])('measure() rejects when a record of %s changed on the way', async (scenario) => {
  const system = faulty((receive) => (handler) => {
    let count = -beforeFirst(scenario)
    receive((value) => handler(++count === 99 ? { ...(value as object), delay: -0 } : value))
  })
  await expect(measure(system, trafficOf(scenario))).rejects.toThrow(/^record 98 of \d+ differs from the source/)
})

test('measure() rejects when two records changed places', async () => {
  const system = faulty((receive) => (handler) => {
    let held: unknown
    let count = -beforeFirst('one-way')
    receive((value) => {
      count++
      if (count === 9) held = value
      else handler(value)
      if (count === 10) handler(held)
    })
  })
  await expect(measure(system, trafficOf('one-way'))).rejects.toThrow('record 8 of 450 is out of order')
})

test('measure() rejects when a record arrives twice', async () => {
  const system = faulty((receive) => (handler) => {
    let count = -beforeFirst('one-way')
    receive((value) => {
      handler(value)
      if (++count === 450) handler(value)
    })
  })
  await expect(measure(system, trafficOf('one-way'))).rejects.toThrow('451 records arrived, expected 450')
})

test('measure() rejects when the worker ends before the last record', async () => {
  const system: System = {
    name: 'no such system',
    load: async () => ({ adapter: native }),
  }
  await expect(measure(system, trafficOf('echo-1'))).rejects.toThrow('No system is named no such system')
  await expect(measure(system, trafficOf('echo-1'))).rejects.not.toBeInstanceOf(DeliveryError)
})

test('evenSample() spreads over all records', () => {
  const numbers = Array.from({ length: 100 }, (_, i) => i)
  expect(evenSample(numbers, 4)).toEqual([0, 25, 50, 75])
  expect(evenSample(numbers, 200)).toEqual(numbers)
})

test('loadRecords() has the records of all four files', () => {
  expect(loadRecords(1)).toHaveLength(224_908)
})
