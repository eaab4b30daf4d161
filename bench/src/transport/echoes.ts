/** Values there and back, a fixed number of them in flight. */

import type { Meter, Reading } from '../cell.ts'
import { isEqual } from '../equal.ts'
import { percentile } from '../statistics.ts'
import type { Line } from '../threads/line.ts'
import type { Traffic } from './cell.ts'

const MAX_SAMPLES = 1 << 18
// With many in flight, looking at the clock for each would be a good part of the price.
const CLOCK_EVERY = 64
// Long enough for a message too many to show up.
const SETTLE_MS = 2

export class Echoes implements Traffic {
  readonly #line: Line
  readonly #inputs: readonly unknown[]
  readonly #depth: number
  /** Before each, so that both threads sleep. */
  readonly #pauseMs: number
  readonly #samples = new Float64Array(MAX_SAMPLES)
  #onValue: (value: unknown) => void = () => {}
  #next = 0
  #sent = 0
  #arrived = 0

  constructor(line: Line, inputs: readonly unknown[], depth: number, pauseMs: number) {
    this.#line = line
    this.#inputs = inputs
    this.#depth = depth
    this.#pauseMs = pauseMs
    line.receive((value) => this.#onValue(value))
  }

  async verify(): Promise<boolean> {
    let isFaithful = true
    for (const input of this.#inputs) {
      const value = await new Promise((resolve) => {
        this.#onValue = resolve
        this.#line.post(input)
      })
      isFaithful &&= isEqual(value, structuredClone(input))
    }
    return isFaithful
  }

  async warmUp(ms: number, pauseMs: number): Promise<void> {
    await this.#flow(ms, pauseMs)
  }

  async run(ms: number, meter: Meter): Promise<Reading> {
    const cpuAtStart = await meter.cpuMicros()
    const elapsedMs = await this.#flow(ms, this.#pauseMs)
    const cpuAtEnd = await meter.cpuMicros()
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    if (this.#arrived !== this.#sent) throw new Error(`${this.#sent} messages sent, ${this.#arrived} came back`)
    const count = this.#arrived
    if (this.#depth === 1) return readingOf(this.#samples, count, cpuAtStart, cpuAtEnd)
    return {
      value: (count * 1000) / elapsedMs,
      p50: null,
      p99: null,
      cpuMicros: cpuAtStart === null || cpuAtEnd === null ? null : (cpuAtEnd - cpuAtStart) / count,
      bytes: null,
      ratio: null,
      count,
    }
  }

  /** Echoes for `ms`, then waits for what is in flight; how long it took in all. */
  #flow(ms: number, pauseMs: number): Promise<number> {
    this.#sent = 0
    this.#arrived = 0
    return new Promise((resolve) => {
      const startedAt = performance.now()
      const endAt = startedAt + ms
      this.#onValue =
        this.#depth === 1 ? this.#timed(startedAt, endAt, pauseMs, resolve) : this.#counted(startedAt, endAt, resolve)
      while (this.#sent < this.#depth) this.#post()
    })
  }

  #timed(startedAt: number, endAt: number, pauseMs: number, resolve: (ms: number) => void): () => void {
    let sentAt = startedAt
    const send = (): void => {
      sentAt = performance.now()
      this.#post()
    }
    return () => {
      const now = performance.now()
      const position = this.#arrived++
      if (position < MAX_SAMPLES) this.#samples[position] = now - sentAt
      if (now >= endAt) return resolve(now - startedAt)
      if (pauseMs > 0) return void setTimeout(send, pauseMs)
      send()
    }
  }

  #counted(startedAt: number, endAt: number, resolve: (ms: number) => void): () => void {
    let isOver = false
    return () => {
      const arrived = ++this.#arrived
      if (!isOver && arrived % CLOCK_EVERY === 0) isOver = performance.now() >= endAt
      // The next one goes from inside the handler of this one, as in a program that works off a list.
      if (!isOver) this.#post()
      else if (arrived === this.#sent) resolve(performance.now() - startedAt)
    }
  }

  #post(): void {
    this.#sent++
    this.#next = this.#next + 1 === this.#inputs.length ? 0 : this.#next + 1
    this.#line.post(this.#inputs[this.#next])
  }
}

/** Of `count` round trips with one in flight, in milliseconds. */
export function readingOf(
  all: Float64Array,
  count: number,
  cpuAtStart: number | null,
  cpuAtEnd: number | null,
): Reading {
  const samples = all.subarray(0, Math.min(count, all.length)).toSorted()
  return {
    value: (samples.reduce((sum, sample) => sum + sample, 0) * 1000) / samples.length,
    p50: percentile(samples, 0.5) * 1000,
    p99: percentile(samples, 0.99) * 1000,
    cpuMicros: cpuAtStart === null || cpuAtEnd === null ? null : (cpuAtEnd - cpuAtStart) / count,
    bytes: null,
    ratio: null,
    count,
  }
}
