/** Mistakes in posting, claiming and sleeping over a board of tasks, and in burying who has died. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

/** A name, then what to find in the file and what to put in its place, in turns. */
type Row = readonly [name: string, ...texts: string[]]

function mutantsOf(file: string, rows: readonly Row[]): Mutant[] {
  return rows.map(([name, ...texts]) => mutant(`tasks-${name}`, `tasks/${file}.ts`, ...texts))
}

/** `rows`: each begins with its reason. */
function equivalentsOf(file: string, rows: readonly Row[]): Mutant[] {
  return rows.map(([reason, name, ...texts]) =>
    equivalent(reason, mutant(`tasks-${name}`, `tasks/${file}.ts`, ...texts)),
  )
}

const SET_BIT = 'or(this.#words, parkedWordOf(this.worker), parkedBitOf(this.worker))'
const AND_LOOK = `${SET_BIT}\n    return this.hasNews()`
const CLEAR_BIT = 'and(this.#words, parkedWordOf(this.worker), ~parkedBitOf(this.worker))'
const CAS = 'compareExchange(words, at, seen, claimed) === seen'
const ANONYMOUS = 'compareExchange(words, at, seen, (seen & ~BELOW_LAP) | 2) === seen'
const SIGNAL = 'if (signal(words, gateOf(worker), noNudge)) return'
const STORE_READY = 'store(this.#words, this.#wordOf(slot), lap | READY)'
const BURY_BIT = 'and(words, parkedWordOf(worker), ~parkedBitOf(worker))'
const WAKE_OTHERS = 'if (other !== worker) wakeBlindly(words, gateOf(other))'
const WAKE_ALL = 'worker++) wakeBlindly(words, gateOf(worker))'
const CLOSE = 'store(words, BOARD_STATE, BOARD_CLOSED)'
const NEXT_LAP = '(this.#laps[slot]! + ONE_LAP) | 0'
const RETRY = 'this.#storeReady(slot, (lap + ONE_LAP) | 0)'
const REVIVE = 'store(this.#words, workerOwnerOf(worker), 0)'
const IS_OF_DEAD = 'this.#isBuried[owner] !== 0'
const IS_NO_CLAIM = 'word !== (lap | takenBy(owner))'

const LAPS = 'a claim of what was seen long ago does no harm by itself: the task is read after it'

export const taskMutants: readonly Mutant[] = [
  ...mutantsOf('claim', [
    ['park-without-bit', SET_BIT, ''],
    ['park-looks-before-the-bit', AND_LOOK, `const hasNews = this.hasNews()\n    ${SET_BIT}\n    return hasNews`],
    ['park-without-recheck', AND_LOOK, `${SET_BIT}\n    return false`],
    ['park-rechecks-all-but-the-end', AND_LOOK, `${SET_BIT}\n    return this.#hasReady()`],
    [
      'park-rechecks-one-slot',
      'slot < slots; slot++) {\n      // ORDER: C2',
      'slot < 1; slot++) {\n      // ORDER: C2',
    ],
    ['park-sets-its-bit-alone', SET_BIT, 'store(this.#words, parkedWordOf(this.worker), parkedBitOf(this.worker))'],
    ['park-clears-all-bits', CLEAR_BIT, 'store(this.#words, parkedWordOf(this.worker), 0)'],
    ['claim-by-a-store', CAS, 'store(words, at, claimed) === claimed'],
    ['claim-then-name', CAS, `(${ANONYMOUS} && store(words, at, claimed) === claimed)`],
    [
      'claim-frees-the-slot',
      'this.#next = next\n',
      'this.#next = next\n          store(words, at, seen + (1 << 10) - 1)\n',
    ],
    ['claim-forgets-the-lap', '(seen & ~BELOW_LAP) | this.#taken', 'this.#taken'],
    ['claim-takes-what-is-taken', '(seen & STATE_MASK) === READY', '(seen & STATE_MASK) !== 0'],
    ['claim-looks-at-one-slot', 'looked < slots', 'looked < 1'],
    ['claim-wakes-nobody', 'if (isAnyParked(this.board) && this.#hasReady()) wakeOne(this.board)', ''],
    ['place-with-the-gate-of-the-dead', 'store(words, gateOf(worker), RUN)', ''],
    ['end-before-the-last-task', 'const last = this.#tryClaim()', 'const last: number = NONE'],
    ['end-never', 'slot !== NONE || !this.#isClosed()', 'true'],
  ]),
  ...mutantsOf('wake-one', [
    ['wake-nobody', SIGNAL, ''],
    ['wake-whatever-has-a-bit', 'if (worker >= workers) break', ''],
    [
      'wake-clears-the-bit',
      'import { load }',
      'import { and, load }',
      SIGNAL,
      'if (signal(words, gateOf(worker), noNudge)) return void and(words, parkedWordOf(worker), ~(1 << worker))',
    ],
  ]),
  ...mutantsOf('dead-poster', [
    ['close-wakes-nobody', `worker < workers; ${WAKE_ALL}`, 'worker < 0; worker++);'],
    ['close-wakes-first', `  ${CLOSE}\n`, '', WAKE_ALL, `${WAKE_ALL}\n  ${CLOSE}`],
  ]),
  ...mutantsOf('post', [
    ['publish-wakes-nobody', 'if (wakes) wakeOne(this.board)', ''],
    [
      'publish-wakes-first',
      'if (wakes) wakeOne(this.board)',
      '',
      'if (use === CLAIMED) {',
      'wakeOne(this.board)\n    if (use === CLAIMED) {',
    ],
    ['publish-nothing', STORE_READY, ''],
    ['settle-where-nothing-is', 'if (!this.#isPosted(slot)) throwNoTask(slot, worker)', ''],
    [
      'settle-for-anybody',
      'if (!isOne || word !== (this.#laps[slot]! | takenBy(worker))) throwNotTheirs(slot, worker, word)',
      '',
    ],
    ['settle-keeps-the-word', 'store(this.#words, this.#wordOf(slot), lap | EMPTY)', ''],
    ['dead-unheard', '    drain()\n', ''],
    ['dead-heard-last', '    drain()\n', '', WAKE_OTHERS, `${WAKE_OTHERS}\n    drain()`],
    ['dead-keeps-its-tasks', IS_OF_DEAD, 'false'],
    ['dead-keeps-its-bit', BURY_BIT, ''],
    ['dead-takes-what-others-have', `${IS_OF_DEAD} || ${IS_NO_CLAIM}`, 'true'],
    ['dead-takes-what-is-ready', 'if (word === (lap | READY)) return false\n', ''],
    ['dead-wakes-nobody', WAKE_OTHERS, 'void other'],
    [
      'dead-wakes-who-is-parked',
      'import { wakeBlindly }',
      'import { noNudge, signal, wakeBlindly }',
      WAKE_OTHERS,
      'if (other !== worker) signal(words, gateOf(other), noNudge)',
    ],
    ['retry-without-storing', `if (isWanted) ${RETRY}\n    else`, 'if (!isWanted)'],
    ['revive-nobody', REVIVE, ''],
    ['revive-who-stays-buried', `${REVIVE}\n    this.#isBuried[worker] = 0`, REVIVE],
    ['abandon-nothing', 'if (!this.#isPosted(slot)) continue', 'continue'],
  ]),
  ...equivalentsOf('claim', [
    ['a bit that stays costs an exchange', 'bit-stays', CLEAR_BIT, 'load(this.#words, parkedWordOf(this.worker))'],
  ]),
  ...equivalentsOf('wake-one', [
    ['who is awake looks at every slot, and wakes the next', 'wake-the-first-only', SIGNAL, `${SIGNAL}\n      break`],
  ]),
  ...equivalentsOf('post', [
    [
      'everybody is woken next, and sets its bit again',
      'dead-takes-all-bits',
      BURY_BIT,
      'store(words, parkedWordOf(worker), 0)',
    ],
    [LAPS, 'same-lap-again', `const lap = ${NEXT_LAP}`, 'const lap = this.#laps[slot]!'],
    [LAPS, 'retry-in-the-same-lap', RETRY, 'this.#storeReady(slot, lap)'],
  ]),
]
