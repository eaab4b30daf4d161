/** A board of tasks: the main thread posts and settles, two workers claim, run and sleep, and may die at any step. */

import type { Board } from '../../../packages/core/src/memory/board.ts'
import {
  BOARD_STATE,
  firstSlotOf,
  gateOf,
  LAP_SHIFT,
  parkedWordOf,
  POSTER_OWNER,
  READY,
  SLOT_STRIDE,
  takenBy,
  workerOwnerOf,
} from '../../../packages/core/src/memory/board-layout.ts'
import { load, notify, or, store, wait } from '../doors/atomics.ts'
import { Failure } from '../failure.ts'
import type { WordNames } from '../names.ts'
import type { End, Program, RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'

const FULL = -1
const NONE = -1
const CLOSED = -2
const RUN = 0

const SLOTS = 2
/** One cell: the number of the task. */
const TASK_BYTES = 4
const LETTERS = ['a', 'b']
/** The lane of the results: of all workers one, on which a post is the publish (W5). */
const RESULTS = 0
/** A word that the board has not, on which a task waits. */
const TOLD = 33

interface Hit {
  readonly word: number
  readonly value: number
}

interface TaskOptions {
  readonly tasks: number
  readonly workers?: number
  /** How many workers may die. */
  readonly deaths?: number
  /** A task whose worker died is run once more before it fails. */
  readonly retries?: boolean
  /** Two tasks are posted with one wake; each waits until the other runs, if nobody dies. */
  readonly isBatch?: boolean
  /** One task at a time, and the first runs until somebody was buried. */
  readonly isSlow?: boolean
  /** One place only: when a is buried, what is posted fails, and b takes it. */
  readonly isReplaced?: boolean
  /** The board is closed as soon as everything is posted. */
  readonly closes?: boolean
  readonly startLap?: number
  readonly timeoutMs?: number
  readonly strays?: number
  /** The last worker claims nothing and sends this as its result. */
  readonly lie?: number
  /** Somebody writes this word at any time. */
  readonly hit?: Hit
  /** After that things go on as always; else an error and silence are proper ends. */
  readonly isHarmless?: boolean
}

function slotWord(slot: number, { workers = 2 }: TaskOptions): number {
  return firstSlotOf(workers) + slot * SLOT_STRIDE
}

function wordsOf(options: TaskOptions): WordNames {
  return new Map([
    [POSTER_OWNER, 'POSTER_OWNER'],
    [BOARD_STATE, 'BOARD_STATE'],
    [parkedWordOf(0), 'PARKED'],
    [TOLD, 'TOLD'],
    ...LETTERS.slice(0, options.workers).flatMap((letter, worker): [number, string][] => [
      [gateOf(worker), `the gate of ${letter}`],
      [workerOwnerOf(worker), `the owner of ${letter}`],
    ]),
    ...Array.from({ length: SLOTS }, (_, slot): [number, string] => [slotWord(slot, options), `slot ${slot}`]),
  ])
}

function lettersOf({ workers, isReplaced }: TaskOptions): readonly string[] {
  return isReplaced === true ? LETTERS : LETTERS.slice(0, workers)
}

function placeOf(letter: string, { isReplaced }: TaskOptions): number {
  return isReplaced === true ? 0 : LETTERS.indexOf(letter)
}

function boardOf(thread: Thread, { workers = 2 }: TaskOptions): Board {
  const { buffer, words, data } = thread.region(0)
  return { buffer, workers, slots: SLOTS, taskBytes: TASK_BYTES, words, data }
}

function regionOf(options: TaskOptions): RegionSpec {
  const initial: Record<number, number> = {}
  for (let slot = 0; slot < SLOTS; slot++) initial[slotWord(slot, options)] = (options.startLap ?? 0) << LAP_SHIFT
  return { capacity: SLOTS * TASK_BYTES, maxPayload: TASK_BYTES, words: wordsOf(options), initial }
}

/** Tasks are numbered from 1: a cell begins as 0. */
function work(thread: Thread, { TaskClaimer }: Subject, worker: number, options: TaskOptions): void {
  const claimer = new TaskClaimer(boardOf(thread, options), worker)
  const { data } = claimer.board
  let { timeoutMs } = options
  for (;;) {
    const isAwake = options.hit !== undefined || thread.look(0, gateOf(worker)) === RUN
    thread.assert(isAwake, 'awake, and its gate says that it is parked')
    const slot = claimer.claim()
    if (slot === CLOSED) return
    if (slot === NONE) {
      // After one wait in vain for as long as it takes, or the waits would never end.
      if (!claimer.parkUntilTask(timeoutMs)) timeoutMs = undefined
      continue
    }
    const task = data[slot]!
    thread.note(task)
    if (options.isBatch === true && options.deaths === undefined) {
      tell(thread, task)
      waitFor(thread, 3)
    }
    if (options.isSlow === true && task === 1) waitFor(thread, 1)
    thread.assert(isSpoiled(options) || data[slot] === task, 'the task has changed while it ran')
    thread.post(RESULTS, [worker, slot])
  }
}

/** Whether a word was written that nobody can tell from an honest one: even bytes may race then. */
function isSpoiled({ hit, isHarmless }: TaskOptions): boolean {
  return hit !== undefined && isHarmless !== true
}

function tell(thread: Thread, bit: number): void {
  const { words } = thread.region(0)
  or(words, TOLD, bit)
  notify(words, TOLD)
}

function waitFor(thread: Thread, all: number): void {
  const { words } = thread.region(0)
  for (let told = load(words, TOLD); told !== all; told = load(words, TOLD)) wait(words, TOLD, told)
}

/** Posts everything, settles it, and sees to the dead; notes each task when it has ended, and as negative when it failed. */
function lead(thread: Thread, { TaskPoster }: Subject, options: TaskOptions): void {
  const poster = new TaskPoster(boardOf(thread, options))
  const letters = lettersOf(options)
  const inSlot: number[] = []
  const retried: number[] = []
  let posted = 0
  let settled = 0
  let hasSpare = options.isReplaced === true
  let alive = options.workers ?? letters.length
  const end = (task: number): void => {
    thread.note(task)
    settled++
  }
  const settle = (message: unknown): void => {
    const [worker, slot] = message as [number, number]
    poster.settle(slot, worker)
    thread.assert(options.lie === undefined || worker === 0, 'a worker has settled what it has not claimed')
    end(inSlot[slot]!)
  }
  const drain = (): void => {
    for (let result = thread.poll(RESULTS); result !== undefined; result = thread.poll(RESULTS)) settle(result.message)
  }
  const isRetried = (slot: number): boolean => {
    const task = inSlot[slot]!
    if (options.retries === true && !retried.includes(task)) return retried.push(task) > 0
    end(-task)
    return false
  }
  const abandon = (): void => poster.abandon((slot) => end(-inSlot[slot]!))
  const postAll = (): void => {
    while (posted < options.tasks && (options.isSlow !== true || posted === settled)) {
      const slot = poster.tryClaim()
      if (slot === FULL) return
      poster.board.data[slot] = ++posted
      inSlot[slot] = posted
      poster.publish(slot, options.isBatch !== true || posted >= 2)
    }
    if (options.closes === true && settled === 0) poster.close()
  }
  for (;;) {
    if (alive > 0) postAll()
    else {
      abandon()
      while (posted < options.tasks) end(-++posted)
    }
    if (settled === options.tasks) return
    const event = thread.nextEvent()
    if (event.kind === 'message') settle(event.message)
    else if (event.kind === 'death') {
      if (event.letter === 'b' && hasSpare) {
        hasSpare = false
        continue
      }
      alive--
      poster.bury(placeOf(event.letter, options), drain, isRetried)
      if (options.isSlow === true) tell(thread, 1)
      if (!hasSpare) continue
      hasSpare = false
      abandon()
      poster.revive(0)
      alive++
      tell(thread, 1)
    }
  }
}

/** Every task has ended once, and was run as often as its workers' deaths allow. Then workers may sleep, if nobody closed. */
function judge(options: TaskOptions): (end: End) => void {
  const isTrusting = options.lie === undefined && !isSpoiled(options)
  return ({ asleep, dead, notes }) => {
    const ends = notes['m']!
    if (ends.some((task, n) => ends.some((other, later) => later > n && Math.abs(other) === Math.abs(task))))
      throw new Failure(`tasks have ended twice: ${ends.join(' ')}`)
    if (!isTrusting) return
    if (options.isSlow === true && dead.length === 0) return
    if (ends.length < options.tasks) throw new Failure(`only these have ended: ${ends.join(' ')}`)
    if (options.closes === true && asleep.length > 0) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
    for (let task = 1; task <= options.tasks; task++) {
      const runners = lettersOf(options).filter((letter) => notes[letter]!.includes(task))
      const alive = runners.filter((letter) => !dead.includes(letter))
      const runs = lettersOf(options).flatMap((letter) => notes[letter]!.filter((other) => other === task)).length
      if (runs > (options.retries === true && alive.length < runners.length ? 2 : 1))
        throw new Failure(`task ${task} was run ${runs} times, by ${runners.join(' and ')}`)
      if (ends.includes(task) && runs === 0) throw new Failure(`task ${task} was settled and never run`)
      if (ends.includes(-task) && alive.length > 0)
        throw new Failure(`task ${task} failed, and ${alive.join()} has run it`)
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Error && /^(?:RingCorrupt|Handshake)Error$/.test(error.name)
}

function threadsOf(subject: Subject, options: TaskOptions): ThreadSpec[] {
  const { hit, lie } = options
  const main: ThreadSpec = {
    letter: 'm',
    inbox: RESULTS,
    hearsOfDeath: true,
    isHostile: isSpoiled(options),
    mayThrow: (error) => (isSpoiled(options) || lie !== undefined) && isRefusal(error),
    body: (thread) => lead(thread, subject, options),
  }
  const liar = (thread: Thread, worker: number): void => thread.post(RESULTS, [worker, lie])
  const workers = lettersOf(options).map((letter, worker): ThreadSpec => ({
    letter,
    mayDie: true,
    isHostile: isSpoiled(options),
    body: (thread) => {
      if (lie !== undefined && worker > 0) return liar(thread, worker)
      if (options.isReplaced === true && letter === 'b') waitFor(thread, 1)
      work(thread, subject, placeOf(letter, options), options)
    },
  }))
  if (hit === undefined) return [main, ...workers]
  const intruder = (thread: Thread): void => void store(thread.region(0).words, hit.word, hit.value)
  return [main, ...workers, { letter: 'h', isHostile: true, body: intruder }]
}

function board(name: string, options: TaskOptions, bound: number): Scenario {
  return {
    name: `tasks-${name}`,
    bound,
    build: (subject): Program => ({
      regions: [regionOf(options)],
      lanes: 1,
      threads: threadsOf(subject, options),
      deaths: options.deaths ?? 0,
      strays: options.strays ?? 0,
      wakesBlindly: true,
      atEnd: judge(options),
    }),
  }
}

/** The second lap of a slot is that after the last. */
const LAST_LAP = 2 ** 22 - 1
const ONE: TaskOptions = { tasks: 3, workers: 1 }
const TWO: TaskOptions = { tasks: 2 }

const hits: readonly [string, Hit, boolean][] = [
  ['bits', { word: parkedWordOf(0), value: -1 }, true],
  ['gate', { word: gateOf(0), value: 77 }, true],
  ['state', { word: BOARD_STATE, value: 77 }, false],
  ...[0, READY, takenBy(0), takenBy(0) | 3, takenBy(200), (9 << LAP_SHIFT) | READY, -1].map(
    (value): [string, Hit, boolean] => [`slot-${value}`, { word: slotWord(0, ONE), value }, false],
  ),
]

export const taskScenarios: readonly Scenario[] = [
  board('one-worker', { ...ONE, startLap: LAST_LAP }, 2),
  board('time-outs', { tasks: 1, workers: 1, timeoutMs: 5 }, 2),
  board('stray-wakes', { tasks: 1, workers: 1, strays: 1 }, 2),
  board('closing', { ...ONE, tasks: 2, closes: true }, 2),
  ...[0, 1, 7].map((lie) => board(`lie-${lie}`, { tasks: 1, lie }, 0)),
  ...hits.map(([name, hit, isHarmless]) => board(`hit-${name}`, { ...ONE, tasks: 1, hit, isHarmless }, 1)),
  board('two', TWO, 1),
  board('two-closing', { ...TWO, closes: true }, 0),
  board('batch', { ...TWO, isBatch: true }, 1),
  board('one-dies', { tasks: 1, deaths: 1 }, 1),
  board('one-of-two-dies', { ...TWO, deaths: 1, retries: true }, 0),
  board('one-dies-beside', { ...TWO, deaths: 1, isSlow: true }, 0),
  board('one-of-a-batch-dies', { ...TWO, deaths: 1, isBatch: true }, 0),
  board('one-is-replaced', { ...ONE, deaths: 2, isReplaced: true }, 0),
  board('both-die', { tasks: 1, deaths: 2, retries: true }, 0),
]
