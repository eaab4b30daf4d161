/** A board of tasks: the main thread posts and settles, two workers claim, run and sleep, and may die at any step. */

import type { Board } from '../../packages/core/src/memory/board.ts'
import {
  BOARD_STATE,
  firstSlotOf,
  gateOf,
  parkedWordOf,
  POSTER_OWNER,
  SLOT_STRIDE,
  workerOwnerOf,
} from '../../packages/core/src/memory/board-layout.ts'
import { load, notify, or, wait } from '../doors/atomics.ts'
import { Failure } from '../failure.ts'
import type { WordNames } from '../names.ts'
import type { End, Program, RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'

const FULL = -1
const NONE = -1
const CLOSED = -2
const RUN = 0

const WORKERS = 2
const SLOTS = 2
/** One cell: the number of the task. */
const TASK_BYTES = 4
const LETTERS = ['a', 'b']
/** The lane of the results: of all workers one, on which a post is the publish (W5). */
const RESULTS = 0
/** A word that the board has not: where the tasks of a batch meet. */
const BEGUN = 33

const WORDS: WordNames = new Map([
  [POSTER_OWNER, 'POSTER_OWNER'],
  [BOARD_STATE, 'BOARD_STATE'],
  [parkedWordOf(0), 'PARKED'],
  [BEGUN, 'BEGUN'],
  ...LETTERS.flatMap((letter, worker): [number, string][] => [
    [gateOf(worker), `the gate of ${letter}`],
    [workerOwnerOf(worker), `the owner of ${letter}`],
  ]),
  ...Array.from({ length: SLOTS }, (_, slot): [number, string] => [slotWord(slot), `slot ${slot}`]),
])

function slotWord(slot: number): number {
  return firstSlotOf(WORKERS) + slot * SLOT_STRIDE
}

interface TaskOptions {
  readonly tasks: number
  /** How many workers may die. */
  readonly deaths?: number
  /** A task whose worker died is run once more before it fails. */
  readonly retries?: boolean
  /** The first two tasks are posted with one wake, and each waits until the other has begun. */
  readonly isBatch?: boolean
  readonly startLap?: number
  readonly timeoutMs?: number
  readonly strays?: number
}

function boardOf(thread: Thread): Board {
  const { buffer, words, data } = thread.region(0)
  return { buffer, workers: WORKERS, slots: SLOTS, taskBytes: TASK_BYTES, words, data }
}

function regionOf({ startLap = 0 }: TaskOptions): RegionSpec {
  const initial: Record<number, number> = {}
  for (let slot = 0; slot < SLOTS; slot++) initial[slotWord(slot)] = startLap << 10
  return { capacity: SLOTS * TASK_BYTES, maxPayload: TASK_BYTES, words: WORDS, initial }
}

/** Tasks are numbered from 1: a cell begins as 0. */
function workerThread({ TaskClaimer }: Subject, worker: number, options: TaskOptions): ThreadSpec {
  const body = (thread: Thread): void => {
    const claimer = new TaskClaimer(boardOf(thread), worker)
    const { data } = claimer.board
    for (;;) {
      thread.assert(thread.look(0, gateOf(worker)) === RUN, 'awake, and its gate says that it is parked')
      const slot = claimer.claim()
      if (slot === CLOSED) return
      if (slot === NONE) {
        claimer.parkUntilTask(options.timeoutMs)
        continue
      }
      const task = data[slot]!
      thread.note(task)
      if (options.isBatch === true && task <= 2) meet(thread, task)
      thread.assert(data[slot] === task, 'the task has changed while it ran')
      thread.post(RESULTS, [worker, slot])
    }
  }
  return { letter: LETTERS[worker]!, mayDie: true, body }
}

function meet(thread: Thread, task: number): void {
  const { words } = thread.region(0)
  or(words, BEGUN, task)
  notify(words, BEGUN)
  for (let begun = load(words, BEGUN); begun !== 3; begun = load(words, BEGUN)) wait(words, BEGUN, begun)
}

/** Settles every task once, notes them, and closes the board. */
function mainThread({ TaskPoster }: Subject, options: TaskOptions): ThreadSpec {
  return {
    letter: 'm',
    inbox: RESULTS,
    hearsOfDeath: true,
    body: (thread) => {
      const poster = new TaskPoster(boardOf(thread))
      const { data } = poster.board
      const inSlot: number[] = []
      const retried: number[] = []
      let posted = 0
      let settled = 0
      let alive = WORKERS
      const end = (task: number): void => {
        thread.note(task)
        settled++
      }
      const settle = (message: unknown): void => {
        const [worker, slot] = message as [number, number]
        poster.settle(slot, worker)
        end(inSlot[slot]!)
      }
      const post = (): boolean => {
        const slot = poster.tryClaim()
        if (slot === FULL) return false
        data[slot] = ++posted
        inSlot[slot] = posted
        poster.publish(slot, options.isBatch !== true || posted >= 2)
        return true
      }
      const isRetried = (slot: number): boolean => {
        const task = inSlot[slot]!
        if (options.retries === true && !retried.includes(task)) return retried.push(task) > 0
        end(task)
        return false
      }
      const drain = (): void => {
        for (let result = thread.poll(RESULTS); result !== undefined; result = thread.poll(RESULTS))
          settle(result.message)
      }
      for (;;) {
        while (posted < options.tasks && post());
        if (alive === 0) {
          poster.abandon((slot) => end(inSlot[slot]!))
          while (posted < options.tasks) end(++posted)
        }
        if (settled === options.tasks) return poster.close()
        const event = thread.nextEvent()
        if (event.kind === 'message') settle(event.message)
        else if (event.kind === 'death') {
          alive--
          poster.bury(LETTERS.indexOf(event.letter), drain, isRetried)
        }
      }
    },
  }
}

/** Every task has ended once, and was run as often as its workers' deaths allow. */
function judge({ tasks, retries }: TaskOptions): (end: End) => void {
  return ({ asleep, dead, notes }) => {
    if (asleep.length > 0) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
    for (let task = 1; task <= tasks; task++) {
      const ends = notes['m']!.filter((other) => other === task).length
      if (ends !== 1) throw new Failure(`task ${task} has ended ${ends} times`)
      const runners = LETTERS.filter((letter) => notes[letter]!.includes(task))
      const runs = LETTERS.flatMap((letter) => notes[letter]!.filter((other) => other === task)).length
      const most = retries === true && runners.some((letter) => dead.includes(letter)) ? 2 : 1
      if (runs > most) throw new Failure(`task ${task} was run ${runs} times, by ${runners.join(' and ')}`)
      if (dead.length === 0 && runs === 0) throw new Failure(`task ${task} was never run, and nobody died`)
    }
  }
}

function board(name: string, options: TaskOptions, bound: number): Scenario {
  return {
    name: `tasks-${name}`,
    bound,
    build: (subject): Program => ({
      regions: [regionOf(options)],
      lanes: 1,
      threads: [mainThread(subject, options), ...LETTERS.map((_, worker) => workerThread(subject, worker, options))],
      deaths: options.deaths ?? 0,
      strays: options.strays ?? 0,
      wakesBlindly: true,
      atEnd: judge(options),
    }),
  }
}

export const taskScenarios: readonly Scenario[] = [
  board('one', { tasks: 1 }, 2),
  board('two', { tasks: 2 }, 1),
  board('more-than-slots', { tasks: 4 }, 0),
  board('batch', { tasks: 2, isBatch: true }, 1),
  board('one-dies', { tasks: 1, deaths: 1 }, 1),
  board('one-of-two-dies', { tasks: 2, deaths: 1 }, 0),
  board('both-die', { tasks: 2, deaths: 2 }, 0),
  board('once-more', { tasks: 2, deaths: 2, retries: true }, 0),
  board('one-once-more', { tasks: 1, deaths: 2, retries: true }, 0),
]
