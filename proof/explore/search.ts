/**
 * Depth first over the interleavings of one program.
 *
 * Without a bound every execution is covered, up to the order of steps that touch nothing in common. Two things keep that
 * finite in practice, and both are Godefroid's: a step that was tried in a state sleeps in its siblings until something
 * dependent happens, and a state seen before is left again, unless more steps slept when it was first explored. The graph
 * has no cycle, since a state contains what every thread has seen. Sleep sets leave out steps, never states, so
 * invariants are judged everywhere; vector clocks are part of the state, so a race hides behind no other execution.
 *
 * With a bound every execution with at most so many preemptions is covered. A preemption is a switch away from a thread
 * that could go on. No step sleeps then: the order it was tried in may have needed fewer preemptions than this one.
 *
 * States are told apart by 53 bits of hash: the chance that two of a million ever meet is below one in ten thousand.
 */

import { withMachine } from './doors/connection.ts'
import type { Machine } from './machine.ts'
import { decodeSchedule, encodeSchedule, type Step } from './schedule.ts'

const MOST_STEPS = 600
const NOBODY = -1
const VARIANTS = 4

export interface Outcome {
  /** Executions that came to an end no other execution came to before. */
  schedules: number
  /** Different states. */
  states: number
  /** Steps taken, from all those states together. */
  steps: number
  longest: number
  /** False when `maxStates` ended the search. */
  isComplete: boolean
  found?: { readonly reason: string; readonly schedule: string }
}

export interface Limits {
  /** Preemptions; `Infinity` for every execution. */
  readonly bound: number
  readonly maxStates?: number
}

export function search(machine: Machine, limits: Limits): Outcome {
  const found = new Search(machine, limits)
  return withMachine(machine, () => found.run())
}

/** Runs one schedule and tells what is wrong at its end, or undefined. `trace` is told each step before it is taken. */
export function replay(machine: Machine, schedule: string, trace?: (line: string) => void): string | undefined {
  return withMachine(machine, () => {
    machine.start()
    for (const { thread, variant } of decodeSchedule(schedule, machine.letters)) {
      if (machine.failure !== undefined) break
      if ((machine.enabled() & (1 << (VARIANTS * thread + variant))) === 0)
        throw new Error(`The schedule does not fit: ${machine.letters[thread]} cannot take this step`)
      trace?.(`${machine.letters[thread]}  ${machine.describe(thread, variant)}`)
      machine.apply(thread, variant)
    }
    if (machine.failure === undefined && !mustGoOn(machine, machine.enabled())) machine.judgeEnd()
    return machine.failure?.message
  })
}

class Search {
  readonly #machine: Machine
  readonly #bound: number
  readonly #maxStates: number
  readonly #path: Step[] = []
  /** Without a bound: which steps slept when the state was explored. With one: how many preemptions it took to get there. */
  readonly #seen: Map<number, number> = new Map()
  readonly #outcome: Outcome = { schedules: 0, states: 0, steps: 0, longest: 0, isComplete: true }

  constructor(machine: Machine, { bound, maxStates = Infinity }: Limits) {
    this.#machine = machine
    this.#bound = bound
    this.#maxStates = maxStates
  }

  run(): Outcome {
    this.#machine.start()
    if (this.#failed()) return this.#outcome
    if (this.#bound === Infinity) this.#visit(0)
    else this.#visitBounded(NOBODY, 0)
    this.#outcome.states = this.#seen.size
    return this.#outcome
  }

  /** Explores what follows; true when something was found, or enough was seen. */
  #visit(sleeping: number): boolean {
    const machine = this.#machine
    const enabled = machine.enabled()
    const key = hashOf(machine.state, 0)
    const sleptBefore = this.#seen.get(key)
    let asleep = sleeping
    let todo = enabled & ~sleeping
    if (sleptBefore === undefined) {
      if (this.#isEnd(enabled) && this.#failed()) return true
      if (this.#seen.size >= this.#maxStates) return this.#stop()
    } else {
      asleep = sleeping & sleptBefore
      todo = enabled & sleptBefore & ~sleeping
    }
    this.#seen.set(key, asleep)
    if (todo === 0) return false
    const before = machine.save()
    for (const bit of this.#inOrder(todo)) {
      const awake = this.#independentOf(bit, asleep & enabled)
      if (this.#step(bit) || this.#visit(awake)) return true
      this.#undo(before)
      asleep |= 1 << bit
    }
    return false
  }

  #visitBounded(last: number, preemptions: number): boolean {
    const machine = this.#machine
    const enabled = machine.enabled()
    const key = hashOf(machine.state, last + 1)
    const preemptionsBefore = this.#seen.get(key)
    if (preemptionsBefore !== undefined && preemptionsBefore <= preemptions) return false
    if (preemptionsBefore === undefined) {
      if (this.#isEnd(enabled) && this.#failed()) return true
      if (this.#seen.size >= this.#maxStates) return this.#stop()
    }
    this.#seen.set(key, preemptions)
    if (enabled === 0) return false
    const before = machine.save()
    const mayGoOn = last !== NOBODY && this.#hasCertainStep(last, enabled)
    for (const bit of this.#inOrder(enabled)) {
      const thread = Math.floor(bit / VARIANTS)
      const cost = mayGoOn && thread !== last ? 1 : 0
      if (preemptions + cost > this.#bound) continue
      if (this.#step(bit) || this.#visitBounded(thread, preemptions + cost)) return true
      this.#undo(before)
    }
    return false
  }

  /** Takes a step; true when it shows something wrong. */
  #step(bit: number): boolean {
    const thread = Math.floor(bit / VARIANTS)
    const variant = bit % VARIANTS
    this.#outcome.steps++
    this.#path.push({ thread, variant })
    this.#outcome.longest = Math.max(this.#outcome.longest, this.#path.length)
    this.#machine.apply(thread, variant)
    if (this.#failed()) return true
    if (this.#path.length < MOST_STEPS) return false
    this.#report(`no end after ${MOST_STEPS} steps`)
    return true
  }

  #undo(before: ReturnType<Machine['save']>): void {
    this.#path.pop()
    this.#machine.restore(before)
  }

  /** At an end, judges it. */
  #isEnd(enabled: number): boolean {
    if (mustGoOn(this.#machine, enabled)) return false
    this.#outcome.schedules++
    this.#machine.judgeEnd()
    return true
  }

  #failed(): boolean {
    const { failure } = this.#machine
    if (failure === undefined) return false
    this.#report(failure.message)
    return true
  }

  #report(reason: string): void {
    this.#outcome.states = this.#seen.size
    this.#outcome.found = { reason, schedule: encodeSchedule(this.#path, this.#machine.letters) }
  }

  #stop(): boolean {
    this.#outcome.isComplete = false
    return true
  }

  #independentOf(bit: number, steps: number): number {
    const machine = this.#machine
    let kept = 0
    for (const other of bitsOf(steps))
      if (
        !machine.isDependent(Math.floor(bit / VARIANTS), bit % VARIANTS, Math.floor(other / VARIANTS), other % VARIANTS)
      )
        kept |= 1 << other
    return kept
  }

  /** The thread of the last step first: what is found first then switches rarely, and is easy to follow. */
  #inOrder(steps: number): number[] {
    const last = this.#path.at(-1)?.thread ?? 0
    const bits = bitsOf(steps)
    const isLast = (bit: number): boolean => Math.floor(bit / VARIANTS) === last && bit % VARIANTS === 0
    return [...bits.filter(isLast), ...bits.filter((bit) => !isLast(bit))]
  }

  #hasCertainStep(thread: number, enabled: number): boolean {
    for (let variant = 0; variant < VARIANTS; variant++)
      if ((enabled & (1 << (VARIANTS * thread + variant))) !== 0 && this.#machine.isCertain(thread, variant))
        return true
    return false
  }
}

function mustGoOn(machine: Machine, enabled: number): boolean {
  return bitsOf(enabled).some((bit) => machine.isCertain(Math.floor(bit / VARIANTS), bit % VARIANTS))
}

function bitsOf(mask: number): number[] {
  const bits: number[] = []
  for (let rest = mask; rest !== 0; rest &= rest - 1) bits.push(31 - Math.clz32(rest & -rest))
  return bits
}

function hashOf(state: Int32Array, seed: number): number {
  let a = 0x811c9dc5 ^ seed
  let b = 0x2545f491 + seed
  for (let i = 0; i < state.length; i++) {
    const value = state[i]!
    a = Math.imul(a ^ value, 0x01000193)
    a ^= a >>> 15
    b = Math.imul(b + value, 0x85ebca6b)
    b ^= b >>> 13
  }
  return (a >>> 0) * 0x200000 + (b >>> 11)
}
