/** Values there and back, a fixed number of them in flight. */

import { isEqual } from '../equal.ts'
import type { Line } from '../threads/line.ts'
import type { Rotation } from '../workload.ts'
import { Samples } from './samples.ts'
import { Supply } from './supply.ts'
import type { Traffic, Turn } from './traffic.ts'

// With many in flight, looking at the clock for each would be a good part of the price.
const CLOCK_EVERY = 64
// Long enough for a message too many to show up.
const SETTLE_MS = 2

export class Echoes implements Traffic {
  readonly #line: Line
  readonly #inputs: Rotation
  readonly #supply: Supply
  readonly #depth: number
  /** Before each, so that both threads sleep. */
  readonly #pauseMs: number
  readonly #samples = new Samples()
  #onValue: (value: unknown) => void = () => {}
  /** Messages that are made and not yet sent. */
  #left = 0
  #sent = 0
  #arrived = 0

  constructor(line: Line, inputs: Rotation, depth: number, pauseMs: number) {
    this.#line = line
    this.#inputs = inputs
    this.#supply = new Supply(inputs.mostAtOnce)
    this.#depth = depth
    this.#pauseMs = pauseMs
    line.receive((value) => this.#onValue(value))
  }

  async verify(): Promise<boolean> {
    let isFaithful = true
    for (const input of this.#inputs.inputs) {
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

  async takeTurn(ms: number): Promise<Turn> {
    const elapsedMs = await this.#flow(ms, this.#pauseMs)
    await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
    const count = this.#arrived
    if (count !== this.#sent) throw new Error(`${this.#sent} messages sent, ${count} came back`)
    return this.#depth === 1 ? this.#samples.turn() : { count, elapsedMs, samples: null }
  }

  /** Echoes for `ms`, then waits for what is in flight; how long it took in all. */
  async #flow(ms: number, pauseMs: number): Promise<number> {
    this.#sent = 0
    this.#arrived = 0
    this.#samples.clear()
    let elapsedMs = 0
    while (elapsedMs < ms) {
      this.#left = this.#supply.countFor(ms - elapsedMs, 2 * this.#depth)
      this.#inputs.makeReady(this.#left)
      elapsedMs += await this.#stretch(ms - elapsedMs, pauseMs)
      this.#supply.learn(this.#arrived, elapsedMs)
    }
    return elapsedMs
  }

  /** The same, or as long as there are messages that are made. */
  #stretch(ms: number, pauseMs: number): Promise<number> {
    return new Promise((resolve) => {
      const startedAt = performance.now()
      const endAt = startedAt + ms
      this.#onValue =
        this.#depth === 1 ? this.#timed(startedAt, endAt, pauseMs, resolve) : this.#counted(startedAt, endAt, resolve)
      for (let inFlight = 0; inFlight < this.#depth; inFlight++) this.#post()
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
      this.#arrived++
      this.#samples.add(now - sentAt)
      if (now >= endAt || this.#left === 0) return resolve(now - startedAt)
      if (pauseMs > 0) return void setTimeout(send, pauseMs)
      send()
    }
  }

  #counted(startedAt: number, endAt: number, resolve: (ms: number) => void): () => void {
    let isOver = false
    return () => {
      const arrived = ++this.#arrived
      if (!isOver && arrived % CLOCK_EVERY === 0) isOver = performance.now() >= endAt
      if (this.#left === 0) isOver = true
      // The next one goes from inside the handler of this one, as in a program that works off a list.
      if (!isOver) this.#post()
      else if (arrived === this.#sent) resolve(performance.now() - startedAt)
    }
  }

  #post(): void {
    this.#sent++
    this.#left--
    this.#line.post(this.#inputs.next())
  }
}
