import { expect, test } from 'vitest'
import { rowsOf } from '../start/rows.ts'
import { scenarios } from '../start/scenarios.ts'
import { systems } from '../start/systems.ts'
import type { Measurement } from '../start/window.ts'

const scenarioNamed = (name: string) => scenarios.find((scenario) => scenario.name === name)!

// Every system but the baseline gets the second measurement.
function roundOf(base: Measurement, other: Measurement): Measurement[] {
  return systems.map((_, position) => (position === 0 ? base : other))
}

function oneWay(messagesPerSecond: number): Measurement {
  return { messagesPerSecond, p50Micros: null, p99Micros: null, cpuMicrosPerMessage: 2 }
}

function echo(p50Micros: number): Measurement {
  return { messagesPerSecond: 1, p50Micros, p99Micros: p50Micros * 2, cpuMicrosPerMessage: 2 }
}

test('rowsOf() gives the ratio that follows from the medians, and those of single rounds', () => {
  const rounds = [roundOf(oneWay(100), oneWay(300)), roundOf(oneWay(10), oneWay(20)), roundOf(oneWay(50), oneWay(500))]
  const [base, other] = rowsOf([{ scenario: scenarioNamed('one-way'), rounds }])
  expect(base).toMatchObject({ system: 'postMessage', ratio: 1, messagesPerSecond: 50, p50Micros: null, spread: 1.8 })
  expect(other).toMatchObject({ ratio: 6, messagesPerSecond: 300 })
  expect(other?.rounds.map((round) => round.ratio)).toEqual([3, 2, 10])
})

test('rowsOf() compares echo-1 by the median round trip: shorter is better', () => {
  const [, other] = rowsOf([{ scenario: scenarioNamed('echo-1'), rounds: [roundOf(echo(80), echo(10))] }])
  expect(other).toMatchObject({ ratio: 8, p50Micros: 10, p99Micros: 20 })
})
