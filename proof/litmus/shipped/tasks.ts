/** Races of the shipped board of tasks: two claims of one task, a post against a park, and a batch with one wake. */

import { load, notify, store, wait } from '../../../packages/core/src/atomics.ts'
import { type Board, createBoard, openBoard } from '../../../packages/core/src/memory/board.ts'
import { NONE, TaskClaimer } from '../../../packages/core/src/tasks/claim.ts'
import { TaskPoster } from '../../../packages/core/src/tasks/post.ts'
import type { Actor, LitmusTest } from '../lock-step.js'
import { forbidden, interesting } from '../outcomes.js'
import { FORGOTTEN_MS } from './regions.ts'

const SIZE = { workers: 2, slots: 2, taskBytes: 128 }
const CELLS = SIZE.taskBytes / 4
const TASK = 0x01010101
/** Words of the control block that a board of this size does not use. */
const RUNNING = [33, 34]

interface Shared {
  readonly template: Uint8Array
  readonly buffers: readonly SharedArrayBuffer[]
}

/** One board an instance. Between two rounds its bytes are put back as `fill` left them. */
function boards(
  instances: number,
  fill: (board: Board) => void,
  actorsOn: (boardOf: (instance: number) => Board) => readonly Actor[],
): Pick<LitmusTest, 'instances' | 'share' | 'open'> {
  return {
    instances,
    share: (): Shared => {
      const made = createBoard(SIZE)
      fill(made)
      const template = new Uint8Array(made.buffer).slice()
      const buffers = Array.from({ length: instances }, () => new SharedArrayBuffer(template.length))
      for (const buffer of buffers) new Uint8Array(buffer).set(template)
      return { template, buffers }
    },
    open: ({ template, buffers }: Shared) => {
      const opened = buffers.map((buffer) => openBoard(buffer))
      const bytes = buffers.map((buffer) => new Uint8Array(buffer))
      return {
        actors: actorsOn((instance) => opened[instance]!),
        reset: (instance) => bytes[instance]!.set(template),
      }
    },
  }
}

function post(poster: TaskPoster, wakes: boolean): void {
  const slot = poster.tryClaim()
  poster.board.data.fill(TASK, slot * CELLS, (slot + 1) * CELLS)
  poster.publish(slot, wakes)
}

function isWhole({ data }: Board, slot: number): boolean {
  return data.subarray(slot * CELLS, (slot + 1) * CELLS).every((cell) => cell === TASK)
}

const NOTHING = 0
const CLAIMED = 1
const TORN = 2

const claimer =
  (worker: number, boardOf: (instance: number) => Board): Actor =>
  (i) => {
    const slot = new TaskClaimer(boardOf(i), worker).claim()
    if (slot === NONE) return NOTHING
    return isWhole(boardOf(i), slot) ? CLAIMED : TORN
  }

const twoClaims: LitmusTest = {
  name: 'tasks: two claims of one task',
  leansOn: 'one compare-exchange claims a task',
  threads: 2,
  stride: 1,
  jitter: 150,
  ...boards(
    128,
    (board) => post(new TaskPoster(board), true),
    (boardOf) => [claimer(0, boardOf), claimer(1, boardOf)],
  ),
  outcomes: [
    interesting([CLAIMED, NOTHING], 'the first has it', 'its W2 was first'),
    interesting([NOTHING, CLAIMED], 'the second has it', 'its W2 was first'),
    forbidden([CLAIMED, CLAIMED], 'both have it', 'the later W2 finds another word'),
    forbidden([NOTHING, NOTHING], 'nobody has it', 'a W2 fails only where another came first'),
  ],
}

const AT_ONCE = 0
const LATER = 1
const IN_VAIN = 2
const SLEPT_ON = 3
const SPOILED = 4

/** Claims a task, sleeping until there is one; how that went. */
function claimOrSleep(tasks: TaskClaimer): number {
  for (let parks = 0; ; parks++) {
    const slot = tasks.claim()
    if (slot !== NONE) {
      if (!isWhole(tasks.board, slot)) return SPOILED
      return [AT_ONCE, LATER][parks] ?? IN_VAIN
    }
    if (!tasks.parkUntilTask(FORGOTTEN_MS)) return SLEPT_ON
  }
}

const postAndPark: LitmusTest = {
  name: 'tasks: a post against a park',
  leansOn: 'no task is left beside a sleeper',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...boards(
    64,
    () => {},
    (boardOf) => [
      (i) => {
        post(new TaskPoster(boardOf(i)), true)
        return 0
      },
      (i) => claimOrSleep(new TaskClaimer(boardOf(i), 0)),
    ],
  ),
  outcomes: [
    interesting([0, AT_ONCE], 'there at once', 'P1 before W1'),
    interesting([0, LATER], 'there after parking', 'P1 before C2; or C2 before P1, so P2 sees the bit'),
    forbidden([0, IN_VAIN], 'woken too early, parked again', 'one post, one signal'),
    forbidden([0, SLEPT_ON], 'slept on', 'a lost wake-up'),
    forbidden([0, SPOILED], 'torn', 'P1 comes after all bytes'),
  ],
}

const ALONE = 5

/** Claims one of two tasks, which each wait until the other runs. */
const oneOfTwo =
  (worker: number, boardOf: (instance: number) => Board): Actor =>
  (i) => {
    const board = boardOf(i)
    const found = claimOrSleep(new TaskClaimer(board, worker))
    const own = RUNNING[worker]!
    const other = RUNNING[1 - worker]!
    store(board.words, own, 1)
    notify(board.words, own)
    if (load(board.words, other) === 0 && wait(board.words, other, 0, FORGOTTEN_MS) === 'timed-out') return ALONE
    // Of who had to look again in vain, somebody else was faster.
    return found === IN_VAIN ? LATER : found
  }

const batch: LitmusTest = {
  name: 'tasks: two posts with one wake, and two workers',
  leansOn: 'who claims a task wakes another worker for the next',
  threads: 3,
  stride: 1,
  jitter: 1000,
  ...boards(
    64,
    () => {},
    (boardOf) => [
      (i) => {
        const poster = new TaskPoster(boardOf(i))
        post(poster, false)
        post(poster, true)
        return 0
      },
      oneOfTwo(0, boardOf),
      oneOfTwo(1, boardOf),
    ],
  ),
  outcomes: [
    interesting([0, AT_ONCE, AT_ONCE], 'there at once for both', 'both P1 before their W1'),
    interesting([0, AT_ONCE, LATER], 'the second parked', 'P4 or W3 woke it'),
    interesting([0, LATER, AT_ONCE], 'the first parked', 'P4 or W3 woke it'),
    interesting([0, LATER, LATER], 'both parked', 'P4 woke one, and that one by W3 the other'),
    forbidden([0, LATER, SLEPT_ON], 'the second slept on', 'a lost wake-up'),
    forbidden([0, SLEPT_ON, LATER], 'the first slept on', 'a lost wake-up'),
    forbidden([0, ALONE, SLEPT_ON], 'the first waits for ever', 'W3 comes before the task runs'),
    forbidden([0, SLEPT_ON, ALONE], 'the second waits for ever', 'W3 comes before the task runs'),
  ],
}

export const tasks: readonly LitmusTest[] = [twoClaims, postAndPark, batch]
