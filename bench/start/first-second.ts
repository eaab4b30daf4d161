/** The first second of fresh processes with one worker, as rows: the pairs of the suite `young`. */

import { runPair } from '../src/young/cell.ts'
import { median, spread } from '../src/statistics.ts'
import type { Row } from './rows.ts'

/** A record of a person: eight keys, an object and an array. */
const PAYLOAD = 'user'
const AGE_MS = 1_000
const SYSTEMS = ['postMessage', 'slipring'] as const

export const FIRST_SECOND = 'first-second'

/** Each system by turns, so many times. `onPair` is called before each process. */
export async function firstSecond(rounds: number, onPair: (label: string) => void): Promise<Row[]> {
  const counts: Record<(typeof SYSTEMS)[number], number[]> = { postMessage: [], slipring: [] }
  for (let round = 0; round < rounds; round++) {
    for (const system of round % 2 === 0 ? SYSTEMS : SYSTEMS.toReversed()) {
      onPair(`the first second, ${system}`)
      const task = { system, way: 'echo', payload: PAYLOAD, ages: [AGE_MS] }
      const { by } = await runPair([process.execPath, ...process.execArgv], task)
      counts[system].push(by[0] ?? 0)
    }
  }
  return SYSTEMS.map((system) => {
    const measured = counts[system].map((count, round) => ({
      messagesPerSecond: (count * 1_000) / AGE_MS,
      ratio: count / (counts.postMessage[round] ?? Number.NaN),
      ...UNKNOWN,
    }))
    const rates = measured.map(({ messagesPerSecond }) => messagesPerSecond)
    return {
      system,
      scenario: FIRST_SECOND,
      messagesPerSecond: median(rates),
      ...UNKNOWN,
      ratio: median(counts[system]) / median(counts.postMessage),
      spread: spread(rates),
      rounds: measured,
    }
  })
}

/** Nobody reads the clock of a process that has just begun. */
const UNKNOWN = { p50Micros: null, p99Micros: null, cpuMicrosPerMessage: Number.NaN } as const
