/**
 * Traffic measured by turns with that of the baseline: on a machine whose cores are shared, speed halves for seconds at a
 * time, and only what is measured within the same moments can be compared.
 */

import type { Meter, Reading } from '../cell.ts'
import { percentile } from '../statistics.ts'
import type { Traffic, Turn } from './traffic.ts'

/** Much longer than it takes to wake the other thread, much shorter than a phase of the machine. */
const TURN_MS = 25

/**
 * Turns of each that do not count. The first that was warmed up has slept for as long as the other took, and its threads share a
 * core then until the system notices, which takes up to 100 ms of traffic.
 */
const SETTLING_TURNS = 4

interface Manner {
  /** Garbage is collected before each turn, or one would pay for what the other has left. */
  readonly leavesBuffers: boolean
  /** The time that stands for all messages of some turns. Default: their mean. */
  readonly msEach?: (turns: readonly Turn[]) => number
}

/** Measures `own` for `windowMs`, and how many times better it is than `base` in the same time. */
export async function measureByTurns(
  own: Traffic,
  base: Traffic | undefined,
  windowMs: number,
  meter: Meter,
  { leavesBuffers, msEach = meanMs }: Manner,
): Promise<Reading> {
  const mine: Turn[] = []
  const others: Turn[] = []
  const cpuMicros: (number | null)[] = []
  const turns = Math.ceil(windowMs / TURN_MS)
  await meter.collectGarbage()
  const settling = base === undefined ? 0 : SETTLING_TURNS
  for (let turn = 0; turn < settling; turn++) {
    await own.takeTurn(TURN_MS)
    await base?.takeTurn(TURN_MS)
  }
  while (mine.length < turns) {
    if (leavesBuffers) await meter.collectGarbage()
    const cpuAtStart = await meter.cpuMicros()
    mine.push(await own.takeTurn(windowMs / turns))
    const cpuAtEnd = await meter.cpuMicros()
    cpuMicros.push(cpuAtStart === null || cpuAtEnd === null ? null : cpuAtEnd - cpuAtStart)
    if (base === undefined) continue
    if (leavesBuffers) await meter.collectGarbage()
    others.push(await base.takeTurn(windowMs / turns))
  }
  return {
    ...readingOf(mine, msEach),
    cpuMicros: cpuMicros.includes(null) ? null : sumOf(cpuMicros as number[]) / countOf(mine),
    ratio: base === undefined ? null : msEach(others) / msEach(mine),
  }
}

/** One in flight: the time of a round trip. Else messages a second. */
function readingOf(
  turns: readonly Turn[],
  msEach: (turns: readonly Turn[]) => number,
): Omit<Reading, 'cpuMicros' | 'ratio'> {
  const count = countOf(turns)
  if (turns.some(({ samples }) => samples === null))
    return { value: 1000 / msEach(turns), p50: null, p99: null, bytes: null, count }
  const samples = samplesOf(turns)
  const [p50, p99] = [percentile(samples, 0.5) * 1000, percentile(samples, 0.99) * 1000]
  return { value: msEach(turns) * 1000, p50, p99, bytes: null, count }
}

function meanMs(turns: readonly Turn[]): number {
  return sumOf(turns.map(({ elapsedMs }) => elapsedMs)) / countOf(turns)
}

/** The median where single ones are timed. */
export function middleMs(turns: readonly Turn[]): number {
  return turns.some(({ samples }) => samples === null) ? meanMs(turns) : percentile(samplesOf(turns), 0.5)
}

function samplesOf(turns: readonly Turn[]): number[] {
  return turns.flatMap((turn) => [...turn.samples!]).toSorted((a, b) => a - b)
}

function countOf(turns: readonly Turn[]): number {
  return sumOf(turns.map(({ count }) => count))
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
