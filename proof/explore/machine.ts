/**
 * Runs logical threads one shared access at a time, all on this thread.
 *
 * A thread is a synchronous function over the shipped code. It cannot be suspended, so it is replayed: every access to a
 * control word comes through the door, gets its recorded result while there is one, and else ends the run by throwing;
 * what it wanted is the thread's next step. A thread must therefore be a function of the results it gets. Plain accesses
 * happen with the step before them; see `shared-memory.ts` for why they need no step of their own.
 */

import type { Region } from '../../packages/core/src/memory/region.ts'
import { areDependent } from './dependence.ts'
import { Events } from './events.ts'
import { Failure } from './failure.ts'
import { describeOp, nameOfWord, RING_WORDS, type WordNames } from './names.ts'
import {
  AND,
  COMPARE_EXCHANGE,
  EXCHANGE,
  LOAD,
  NEXT_EVENT,
  NOTIFY,
  type Op,
  opOf,
  OR,
  POLL,
  POST,
  READ_CELL,
  RESUME,
  STORE,
  WAIT,
  WAIT_ASYNC,
  WRITE_CELL,
} from './op.ts'
import { modelledRegion } from './doors/modelled-region.ts'
import type { Program, Thread, ThreadEvent, ThreadSpec } from './program.ts'
import { DEATH, ORDINARY, OTHER, STRAY } from './schedule.ts'
import { MOST_WORDS, SharedMemory } from './shared-memory.ts'

const OK = 0
const NOT_EQUAL = 1
const TIMED_OUT = 2

/** Of a region. */
const MOST_GATES = 4

/** A frame of the search: how it was before a step. */
export interface Snapshot {
  readonly state: Int32Array
  readonly lengths: readonly number[]
  readonly pending: readonly (Op | undefined)[]
}

const RUNNING = 0
const SLEEPING = 1
const NOTIFIED = 2
const DONE = 3
const DEAD = 4

/** Thrown out of the door: the thread is where it was stopped. Not an error, so that nobody takes it for one. */
const PAUSE = Object.freeze({ pause: true })
const BLOCKED = Symbol('blocked')

export class Machine {
  readonly program: Program
  readonly letters: readonly string[]
  readonly #memory: SharedMemory
  readonly #events: Events
  readonly #threads: readonly ThreadSpec[]
  readonly #regions: readonly Region[]
  readonly #names: readonly WordNames[]
  /** Of each region: the words on which somebody parks, two at most. */
  readonly #gates: readonly (readonly number[])[]
  /** Per thread: the results it has got. */
  readonly #logs: number[][]
  readonly #pending: (Op | undefined)[]
  readonly #notes: number[][]
  /** Where this machine's part of the state begins. */
  readonly #statusAt: number
  readonly #hashAt: number
  readonly #deathsToHearAt: number
  readonly #gatesAt: number
  readonly #countersAt: number

  #current = 0
  #cursor = 0
  #isPaused = false
  /** No plain access has an effect: a run only to collect notes. */
  #isFrozen = false
  #timeMs = 0
  #wakeCallbacks: (() => void)[] = []
  /** The first thing found wrong. */
  failure: Failure | undefined

  constructor(program: Program) {
    const { threads, regions, lanes = 0 } = program
    const count = threads.length
    this.program = program
    this.letters = threads.map(({ letter }) => letter)
    this.#threads = threads
    this.#logs = threads.map(() => [])
    this.#notes = threads.map(() => [])
    this.#pending = threads.map(() => undefined)
    let extra = 0
    const take = (size: number): number => {
      extra += size
      return extra - size
    }
    const status = take(count)
    const hash = take(2 * count)
    const deathsToHear = take(count)
    const events = take(Events.lengthFor(count, lanes))
    const gates = take(regions.length * 2 * MOST_GATES)
    const counters = take(3)
    this.#names = regions.map(({ words = RING_WORDS }) => words)
    this.#gates = this.#names.map((names) => [...names.keys()].filter((word) => names.get(word)!.endsWith('GATE')))
    const named = this.#names.map((names) => [...names.keys()])
    this.#memory = new SharedMemory(count, regions, named, extra)
    const { length } = this.#memory
    this.#statusAt = length + status
    this.#hashAt = length + hash
    this.#deathsToHearAt = length + deathsToHear
    this.#events = new Events(this.#memory, count, lanes, length + events)
    this.#gatesAt = length + gates
    this.#countersAt = length + counters
    this.#regions = regions.map((spec, index) => modelledRegion(this, index, spec))
    regions.forEach(({ initial = {} }, region) => {
      for (const [word, value] of Object.entries(initial))
        this.#state[this.#memory.wordAt(region, Number(word))] = value | 0
    })
    this.#state[this.#countersAt] = program.deaths ?? 0
    this.#state[this.#countersAt + 1] = program.strays ?? 0
    this.#state[this.#countersAt + 2] = regions.filter(({ isSpare }) => !isSpare).length
  }

  /** Runs every thread up to its first step. Call it once the subject's doors lead here. */
  start(): void {
    for (let thread = 0; thread < this.#threads.length; thread++) this.#replay(thread)
  }

  get state(): Int32Array {
    return this.#memory.state
  }

  get #state(): Int32Array {
    return this.#memory.state
  }

  save(): Snapshot {
    return { state: this.#state.slice(), lengths: this.#logs.map((log) => log.length), pending: [...this.#pending] }
  }

  restore({ state, lengths, pending }: Snapshot): void {
    this.#state.set(state)
    for (let thread = 0; thread < lengths.length; thread++) {
      this.#logs[thread]!.length = lengths[thread]!
      this.#pending[thread] = pending[thread]
    }
    this.failure = undefined
  }

  /** A bit for each thing that may happen now: four for each thread, as in `schedule.ts`. */
  enabled(): number {
    if (this.program.isPatient !== true) return this.#enabledOfAll(true)
    const mask = this.#enabledOfAll(false)
    for (let thread = 0; thread < this.#threads.length; thread++)
      for (let variant = ORDINARY; variant <= DEATH; variant++)
        if ((mask & (1 << (4 * thread + variant))) !== 0 && this.isCertain(thread, variant)) return mask
    return this.#enabledOfAll(true)
  }

  #enabledOfAll(mayTimeOut: boolean): number {
    let mask = 0
    for (let thread = 0; thread < this.#threads.length; thread++)
      mask |= this.#enabledOf(thread, mayTimeOut) << (4 * thread)
    return mask
  }

  #enabledOf(thread: number, mayTimeOut: boolean): number {
    const state = this.#state
    const status = state[this.#statusAt + thread]!
    if (status === DONE || status === DEAD) return 0
    const op = this.#pending[thread]!
    let mask = 0
    if (op.kind === RESUME) {
      if (status === NOTIFIED) mask = 1 << ORDINARY
      else {
        if (mayTimeOut && op.timeoutMs !== Infinity) mask |= 1 << OTHER
        if (state[this.#countersAt + 1]! > 0) mask |= 1 << STRAY
      }
    } else if (op.kind === NEXT_EVENT) {
      const { inbox } = this.#threads[thread]!
      if (inbox !== undefined && this.#events.hasMessage(inbox)) mask |= 1 << ORDINARY
      if (this.#events.hasResolved(thread)) mask |= 1 << OTHER
      if (state[this.#deathsToHearAt + thread] !== 0) mask |= 1 << STRAY
    } else mask = 1 << ORDINARY
    if (this.#threads[thread]!.mayDie === true && state[this.#countersAt]! > 0) mask |= 1 << DEATH
    return mask
  }

  /** Whether this must happen sooner or later, as opposed to deaths and wake-ups without a reason. */
  isCertain(thread: number, variant: number): boolean {
    return variant !== DEATH && (variant !== STRAY || this.#pending[thread]!.kind === NEXT_EVENT)
  }

  /** Whether the order of two possible steps matters. Says yes when in doubt. */
  isDependent(thread: number, variant: number, otherThread: number, otherVariant: number): boolean {
    if (thread === otherThread) return true
    return areDependent(this.#pending[thread]!, variant, this.#pending[otherThread]!, otherVariant)
  }

  /** The step's effect, in words. */
  describe(thread: number, variant: number): string {
    const op = this.#pending[thread]!
    if (variant === DEATH) return `dies before: ${describeOp(op, this.#names)}`
    if (op.kind === RESUME && variant === OTHER) return `${describeOp(op, this.#names)}: timed out`
    if (op.kind === RESUME && variant === STRAY) return `${describeOp(op, this.#names)}: woken without a reason`
    return describeOp(op, this.#names)
  }

  /** Takes one step, and runs the thread up to its next. */
  apply(thread: number, variant: number): void {
    const state = this.#state
    if (variant === DEATH) return this.#die(thread)
    const result = this.#perform(thread, this.#pending[thread]!, variant)
    if (result === BLOCKED) return
    state[this.#statusAt + thread] = RUNNING
    this.#append(thread, result as number)
    this.#replay(thread)
    if (this.failure === undefined && this.program.invariant !== undefined)
      this.#guard(() => this.program.invariant!(this.#look))
  }

  /** Judges a state in which nothing must happen any more. */
  judgeEnd(): void {
    const asleep = this.letters.filter((_, thread) => this.#state[this.#statusAt + thread]! < DONE)
    const dead = this.letters.filter((_, thread) => this.#state[this.#statusAt + thread] === DEAD)
    const { atEnd } = this.program
    this.#threads.forEach((_, thread) => {
      if (this.#state[this.#statusAt + thread] === DONE && this.#events.hasPending(thread))
        this.failure ??= new Failure(`${this.letters[thread]} leaves a wait that nothing ends`)
    })
    if (atEnd === undefined) {
      if (asleep.length > 0) this.failure = new Failure(`${this.#sleepers()} for ever`)
      return
    }
    const notes: Record<string, number[]> = {}
    for (let thread = 0; thread < this.#threads.length; thread++) {
      this.#isFrozen = true
      this.#replay(thread)
      this.#isFrozen = false
      notes[this.letters[thread]!] = this.#notes[thread]!
    }
    const cell = (region: number, index: number): number => this.#memory.peekCell(region, index)
    this.#guard(() => atEnd({ asleep, dead, notes, look: this.#look, cell }))
  }

  #sleepers(): string {
    const shown = this.letters.flatMap((letter, thread) =>
      this.#state[this.#statusAt + thread]! < DONE
        ? [`${letter}: ${describeOp(this.#pending[thread]!, this.#names)}`]
        : [],
    )
    return `asleep (${shown.join('; ')})`
  }

  readonly #look = (region: number, word: number): number => this.#state[this.#memory.wordAt(region, word)]!

  #guard(judge: () => void): void {
    try {
      judge()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const isAsleep = this.#state.subarray(this.#statusAt, this.#statusAt + this.#threads.length).some((s) => s < DONE)
      this.failure = isAsleep ? new Failure(`${error.message} [${this.#sleepers()}]`) : error
    }
  }

  // ---- what the doors call, on behalf of the thread that runs

  /** A step: its recorded result, or the end of this run. */
  op(op: Op): number {
    const recorded = this.#recorded()
    if (recorded !== undefined) return recorded
    if (op.region >= 0) this.#memory.wordAt(op.region, op.word)
    if (!this.#isFrozen) this.#pending[this.#current] = op
    this.#isPaused = true
    throw PAUSE
  }

  /** The next result that the running thread has got already; undefined when it goes beyond its record. */
  #recorded(): number | undefined {
    if (this.#isPaused) throw PAUSE
    const log = this.#logs[this.#current]!
    return this.#cursor < log.length ? log[this.#cursor++] : undefined
  }

  /** Registers what the event loop calls when the wait with this number is over. */
  onWake(id: number, callback: () => void): void {
    this.#wakeCallbacks[id] = callback
  }

  wait(region: number, word: number, value: number, timeoutMs: number): number {
    const result = this.op(opOf(WAIT, region, word, value, 0, timeoutMs))
    if (result === TIMED_OUT) this.#timeMs += timeoutMs
    return result
  }

  /** Milliseconds the running thread has waited in vain. */
  now(): number {
    return this.#timeMs
  }

  /** Of the running thread: another thread has another one. */
  random(): number {
    return (this.#current + 1) / (this.#threads.length + 1)
  }

  readCell(region: number, cell: number): number {
    if (this.program.readsAreSteps === true) return this.#readCellAsStep(region, cell)
    const recorded = this.#recorded()
    if (recorded !== undefined) return recorded
    this.#requireCell(region, cell, 'reads')
    this.#reportRace(this.#memory.readCell(this.#current, region, cell), 'reads')
    return this.#logPlain(this.#memory.peekCell(region, cell))
  }

  #readCellAsStep(region: number, cell: number): number {
    if (!this.#isPaused) this.#requireCell(region, cell, 'reads')
    return this.op({ ...opOf(READ_CELL, -1, cell, 0, 0, 0), lane: region })
  }

  writeCell(region: number, cell: number, value: number): void {
    const thread = this.#current
    if (this.#isPaused) throw PAUSE
    if (this.#isFrozen || this.#cursor < this.#logs[thread]!.length) return
    this.#requireCell(region, cell, 'writes')
    this.#reportRace(this.#memory.writeCell(thread, region, cell, value | 0), 'writes')
  }

  /** Takes the next spare region; the thread that makes it sees it first, so this is no step. */
  allocate(capacity: number): Region {
    const recorded = this.#recorded()
    if (recorded !== undefined) return this.#regions[recorded]!
    const index = this.#state[this.#countersAt + 2]!++
    const region = this.#regions[index]
    if (region?.capacity !== capacity) throw new Failure(`the scenario has no spare region of ${capacity} bytes`)
    this.#logPlain(index)
    return region
  }

  #logPlain(value: number): number {
    this.#append(this.#current, value)
    this.#cursor++
    return value
  }

  #requireCell(region: number, cell: number, does: string): void {
    if (!this.#memory.isCell(region, cell))
      throw new Failure(`${this.letters[this.#current]} ${does} outside the data area: cell ${cell}`)
  }

  #reportRace(race: { cell: number; with: number } | undefined, does: string): void {
    if (race === undefined || this.#threads[race.with]!.isHostile) return
    const { letters } = this
    throw new Failure(`race: ${letters[this.#current]} ${does} cell ${race.cell} unordered with ${letters[race.with]}`)
  }

  // ---- replay

  #replay(thread: number): void {
    this.#current = thread
    this.#cursor = 0
    this.#isPaused = false
    this.#timeMs = 0
    this.#wakeCallbacks = []
    this.#notes[thread]!.length = 0
    const { body, mayThrow } = this.#threads[thread]!
    const spec = this.#handleOf(thread)
    try {
      body(spec)
    } catch (error) {
      // A Failure counts even if the shipped code passed it on.
      if (error !== PAUSE && !this.#isPaused && mayThrow?.(error) !== true) this.#fail(thread, error)
    }
    if (this.#isPaused || this.#isFrozen) return
    if (this.#cursor < this.#logs[thread]!.length)
      this.#fail(thread, new Failure('not a function of its results: it ended before its record did'))
    this.#state[this.#statusAt + thread] = DONE
    this.#pending[thread] = undefined
  }

  #fail(thread: number, error: unknown): void {
    if (error instanceof Failure) this.failure ??= error
    else this.failure ??= new Failure(`${this.letters[thread]} throws ${String(error)}`)
  }

  #handleOf(thread: number): Thread {
    return {
      region: (index) => this.#regions[index]!,
      note: (value) => void this.#notes[thread]!.push(value),
      assert: (condition, message) => {
        if (!condition) throw new Failure(`${this.letters[thread]}: ${message}`)
      },
      look: (region, word) => this.#lookLogged(region, word),
      nextEvent: () => this.#nextEvent(thread),
      post: (lane, message) => void this.op({ ...opOf(POST, -1, -1, 0, 0, 0), lane, message }),
      poll: (lane) => this.#polled(lane),
      isGone: (letter, lane) => this.#isGone(this.letters.indexOf(letter), lane),
      scribble: (region, cell, value) => void this.op({ ...opOf(WRITE_CELL, -1, cell, value, 0, 0), lane: region }),
    }
  }

  #lookLogged(region: number, word: number): number {
    return this.#recorded() ?? this.#logPlain(this.#look(region, word))
  }

  #isGone(thread: number, lane: number): boolean {
    const isGone = this.#state[this.#statusAt + thread] === DEAD && !this.#events.hasMessage(lane)
    return (this.#recorded() ?? this.#logPlain(isGone ? 1 : 0)) === 1
  }

  #nextEvent(thread: number): ThreadEvent {
    const result = this.op(opOf(NEXT_EVENT, -1, -1, 0, 0, 0))
    const value = result >> 2
    if ((result & 3) === ORDINARY)
      return { kind: 'message', message: this.#events.messageAt(this.#threads[thread]!.inbox!, value) }
    if ((result & 3) === STRAY) return { kind: 'death', letter: this.letters[value]! }
    this.#wakeCallbacks[value]!()
    return { kind: 'wake' }
  }

  #polled(lane: number): { message: unknown } | undefined {
    const result = this.op({ ...opOf(POLL, -1, -1, 0, 0, 0), lane })
    return result < 0 ? undefined : { message: this.#events.messageAt(lane, result) }
  }

  #append(thread: number, value: number): void {
    const state = this.#state
    this.#logs[thread]!.push(value)
    const at = this.#hashAt + 2 * thread
    state[at] = Math.imul(state[at]! ^ value, 0x01000193) + 0x9e3779b9
    state[at + 1] = Math.imul(state[at + 1]! + value, 0x85ebca6b) ^ (state[at + 1]! >>> 13)
  }

  // ---- steps

  #perform(thread: number, op: Op, variant: number): number | typeof BLOCKED {
    const state = this.#state
    const memory = this.#memory
    const { kind, region, word } = op
    if (kind === NEXT_EVENT) return this.#takeEvent(thread, variant)
    if (kind === POST) return this.#post(thread, op)
    if (kind === POLL) return this.#events.take(thread, op.lane)
    if (kind === READ_CELL) return memory.peekCell(op.lane, word)
    if (kind === WRITE_CELL) return this.#scribble(op)
    if (kind === RESUME) return variant === OTHER ? TIMED_OUT : this.#resumed(variant)
    if (kind === NOTIFY) return this.#notify(region, word)
    const at = memory.wordAt(region, word)
    const was = state[at]!
    if (kind !== STORE) memory.acquire(thread, region, word)
    if (kind === LOAD) return was
    if (kind === WAIT || kind === WAIT_ASYNC) {
      if (was !== op.value) return kind === WAIT ? NOT_EQUAL : -1
      return kind === WAIT ? this.#sleep(thread, op) : this.#enqueue(thread, op)
    }
    if (kind === COMPARE_EXCHANGE && was !== op.expected) return was
    state[at] = (kind === OR ? was | op.value : kind === AND ? was & op.value : op.value) | 0
    memory.release(thread, region, word)
    if (kind === STORE || kind === EXCHANGE) this.#countPark(region, word, op.value)
    return was
  }

  #scribble({ lane: region, word: cell, value }: Op): number {
    this.#memory.pokeCell(region, cell, value)
    return 0
  }

  #sleep(thread: number, op: Op): typeof BLOCKED {
    this.#state[this.#statusAt + thread] = SLEEPING
    this.#pending[thread] = { ...op, kind: RESUME }
    return BLOCKED
  }

  #resumed(variant: number): number {
    if (variant === STRAY) this.#state[this.#countersAt + 1]!--
    return OK
  }

  #enqueue(thread: number, { region, word }: Op): number {
    return this.#blaming(thread, () => this.#events.enqueue(thread, placeOf(region, word)))
  }

  #post(thread: number, { lane, message }: Op): number {
    return this.#blaming(thread, () => {
      this.#events.post(thread, lane, message)
      return 0
    })
  }

  #blaming(thread: number, step: () => number): number {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      this.failure ??= new Failure(`${this.letters[thread]} ${error.message}`)
      return 0
    }
  }

  #notify(region: number, word: number): number {
    const state = this.#state
    let woken = this.#events.resolve(placeOf(region, word))
    for (let thread = 0; thread < this.#threads.length; thread++) {
      const op = this.#pending[thread]
      if (state[this.#statusAt + thread] === SLEEPING && op!.region === region && op!.word === word) {
        state[this.#statusAt + thread] = NOTIFIED
        woken++
      }
    }
    this.#countSignal(region, word)
    return woken
  }

  #countPark(region: number, word: number, value: number): void {
    const gate = this.#gates[region]!.indexOf(word)
    if (value !== 0 && gate >= 0) this.#state[this.#gatesAt + 2 * MOST_GATES * region + gate]!++
  }

  #countSignal(region: number, word: number): void {
    const gate = this.#gates[region]!.indexOf(word)
    if (this.program.wakesBlindly === true || gate < 0) return
    const at = this.#gatesAt + 2 * MOST_GATES * region + gate
    const signals = ++this.#state[at + MOST_GATES]!
    if (signals > this.#state[at]!)
      this.failure ??= new Failure(`more than one signal a park on ${nameOfWord(word, this.#names[region]!)}`)
  }

  #takeEvent(thread: number, variant: number): number {
    if (variant === ORDINARY) return (this.#events.take(thread, this.#threads[thread]!.inbox!) << 2) | ORDINARY
    if (variant === STRAY) return (this.#hearOfDeath(thread) << 2) | STRAY
    return (this.#events.deliver(thread) << 2) | OTHER
  }

  /** Takes the first dead thread that it has not heard of; whatever that one did came before. */
  #hearOfDeath(thread: number): number {
    const at = this.#deathsToHearAt + thread
    const dead = 31 - Math.clz32(this.#state[at]! & -this.#state[at]!)
    this.#state[at]! &= ~(1 << dead)
    this.#memory.joinInto(thread, dead * this.#threads.length)
    return dead
  }

  #die(thread: number): void {
    const state = this.#state
    state[this.#statusAt + thread] = DEAD
    state[this.#countersAt]!--
    this.#threads.forEach(({ hearsOfDeath }, other) => {
      if (hearsOfDeath === true) state[this.#deathsToHearAt + other]! |= 1 << thread
    })
  }
}

function placeOf(region: number, word: number): number {
  return region * MOST_WORDS + word
}
