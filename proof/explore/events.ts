/** The events that an event loop waits for: messages on native lanes, and waits that `Atomics.waitAsync` left pending. */

import { Failure } from './failure.ts'
import type { SharedMemory } from './shared-memory.ts'

const MAX_WAITS = 12
const MAX_POSTS = 24

const WAITING = 1
const RESOLVED = 2
const DELIVERED = 3

/** Its state is a part of the machine's, so that it is saved and told apart with the rest. */
export class Events {
  readonly #memory: SharedMemory
  readonly #threads: number
  readonly #waitsAt: number
  readonly #lanesAt: number
  readonly #posts: unknown[][]

  static lengthFor(threads: number, lanes: number): number {
    return threads * MAX_WAITS * 2 + lanes * (2 + MAX_POSTS * threads)
  }

  constructor(memory: SharedMemory, threads: number, lanes: number, at: number) {
    this.#memory = memory
    this.#threads = threads
    this.#waitsAt = at
    this.#lanesAt = at + threads * MAX_WAITS * 2
    this.#posts = Array.from({ length: lanes }, () => [])
  }

  get #state(): Int32Array {
    return this.#memory.state
  }

  /** Begins a wait and gives its number, the next of this thread. Throws `Failure` for a second one on the same word. */
  enqueue(thread: number, place: number): number {
    const state = this.#state
    for (let id = 0; id < MAX_WAITS; id++) {
      const at = this.#waitAt(thread, id)
      if (state[at] === WAITING && state[at + 1] === place) throw new Failure('has two waits pending on one word')
      if (state[at] !== 0) continue
      state[at] = WAITING
      state[at + 1] = place
      return id
    }
    throw new Failure(`waits more than ${MAX_WAITS} times`)
  }

  /** Ends every wait on the word; how many there were. */
  resolve(place: number): number {
    const state = this.#state
    let woken = 0
    for (let at = this.#waitsAt; at < this.#lanesAt; at += 2) {
      if (state[at] !== WAITING || state[at + 1] !== place) continue
      state[at] = RESOLVED
      woken++
    }
    return woken
  }

  hasResolved(thread: number): boolean {
    return this.#find(thread, RESOLVED) >= 0
  }

  hasPending(thread: number): boolean {
    return this.#find(thread, WAITING) >= 0
  }

  /** Takes a wait that has ended and gives its number. */
  deliver(thread: number): number {
    const id = this.#find(thread, RESOLVED)
    this.#state[this.#waitAt(thread, id)] = DELIVERED
    return id
  }

  hasMessage(lane: number): boolean {
    const at = this.#laneAt(lane)
    return this.#state[at]! > this.#state[at + 1]!
  }

  post(thread: number, lane: number, message: unknown): void {
    const at = this.#laneAt(lane)
    const index = this.#state[at]!
    if (index === MAX_POSTS) throw new Failure(`posts more than ${MAX_POSTS} messages on lane ${lane}`)
    // Posts of another branch of the search are gone.
    this.#posts[lane]!.length = index
    this.#posts[lane]!.push(message)
    this.#state[at]!++
    this.#memory.copyClock(thread, at + 2 + index * this.#threads)
  }

  /** Takes the next message and gives its number, or -1. */
  take(thread: number, lane: number): number {
    if (!this.hasMessage(lane)) return -1
    const at = this.#laneAt(lane)
    const index = this.#state[at + 1]!++
    this.#memory.joinInto(thread, at + 2 + index * this.#threads)
    return index
  }

  messageAt(lane: number, index: number): unknown {
    return this.#posts[lane]![index]
  }

  #find(thread: number, wanted: number): number {
    for (let id = 0; id < MAX_WAITS; id++) if (this.#state[this.#waitAt(thread, id)] === wanted) return id
    return -1
  }

  #waitAt(thread: number, id: number): number {
    return this.#waitsAt + 2 * (thread * MAX_WAITS + id)
  }

  #laneAt(lane: number): number {
    return this.#lanesAt + lane * (2 + MAX_POSTS * this.#threads)
  }
}
