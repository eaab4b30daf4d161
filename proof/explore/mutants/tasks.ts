/** Mistakes in posting, claiming and sleeping over a board of tasks, and in burying who has died. */

import { drop, equivalent, importing, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const taskMutants: readonly Mutant[] = [
  mutant('tasks-park-without-bit', drop('W6')),
  mutant(
    'tasks-park-looks-before-the-bit',
    insert('const hasNews = this.hasNews()', 'before', 'W6'),
    replace(['TaskClaimer.#setBitAndLook', 'this.hasNews()'], 'hasNews'),
  ),
  mutant('tasks-park-without-recheck', replace(['TaskClaimer.#setBitAndLook', 'this.hasNews()'], 'false')),
  mutant('tasks-park-rechecks-all-but-the-end', replace(['TaskClaimer.#setBitAndLook', 'hasNews'], '#hasReady')),
  mutant('tasks-park-rechecks-one-slot', replace(['TaskClaimer.#hasReady', 'slot < slots'], 'slot < 1')),
  mutant(
    'tasks-park-sets-its-bit-alone',
    replace('W6', 'store(this.#words, parkedWordOf(this.worker), parkedBitOf(this.worker))'),
  ),
  mutant('tasks-park-clears-all-bits', replace('W7', 'store(this.#words, parkedWordOf(this.worker), 0)')),
  mutant(
    'tasks-claim-by-a-store',
    replace(['W2', 'compareExchange(words, at, seen, claimed) === seen'], 'store(words, at, claimed) === claimed'),
  ),
  mutant(
    'tasks-claim-then-name',
    replace(
      ['W2', 'compareExchange(words, at, seen, claimed) === seen'],
      '(compareExchange(words, at, seen, (seen & ~BELOW_LAP) | 2) === seen && store(words, at, claimed) === claimed)',
    ),
  ),
  mutant(
    'tasks-claim-frees-the-slot',
    insert('store(words, at, seen + (1 << 10) - 1)', 'before', ['W2', 'this.#next = next']),
  ),
  mutant(
    'tasks-claim-forgets-the-lap',
    replace(['TaskClaimer.#tryClaim', '(seen & ~BELOW_LAP) | this.#taken'], 'this.#taken'),
  ),
  mutant(
    'tasks-claim-takes-what-is-taken',
    replace(['TaskClaimer.#tryClaim', '(seen & STATE_MASK) === READY'], '(seen & STATE_MASK) !== 0'),
  ),
  mutant('tasks-claim-looks-at-one-slot', replace(['TaskClaimer.#tryClaim', 'looked < slots'], 'looked < 1')),
  mutant(
    'tasks-claim-wakes-nobody',
    drop(['TaskClaimer.#tryClaim', 'if (isAnyParked(this.board) && this.#hasReady()) wakeOne(this.board)']),
  ),
  mutant('tasks-place-with-the-gate-of-the-dead', drop('C4 of TaskClaimer.constructor')),
  mutant(
    'tasks-end-before-the-last-task',
    replace(['TaskClaimer.claim', 'last = this.#tryClaim()'], 'last: number = NONE'),
  ),
  mutant('tasks-end-never', replace(['TaskClaimer.claim', 'slot !== NONE || !this.#isClosed()'], 'true')),
  mutant('tasks-wake-nobody', drop(['P2 of wakeOne', 'if (signal(words, gateOf(worker), noNudge)) return'])),
  mutant('tasks-wake-whatever-has-a-bit', drop(['P2 of wakeOne', 'if (worker >= workers) break'])),
  mutant(
    'tasks-wake-clears-the-bit',
    importing(
      'and',
      'atomics.ts',
      replace(['P2 of wakeOne', 'return'], 'return void and(words, parkedWordOf(worker), ~(1 << worker))'),
    ),
  ),
  mutant(
    'tasks-close-wakes-nobody',
    replace(
      ['closeForDeadPoster', 'for (let worker = 0; worker < workers; worker++) wakeBlindly(words, gateOf(worker))'],
      'for (let worker = 0; worker < 0; worker++);',
    ),
  ),
  mutant(
    'tasks-close-wakes-first',
    move('E1 of closeForDeadPoster', 'after', [
      'closeForDeadPoster',
      'for (let worker = 0; worker < workers; worker++) wakeBlindly(words, gateOf(worker))',
    ]),
  ),
  mutant('tasks-publish-wakes-nobody', drop(['TaskPoster.publish', 'if (wakes) wakeOne(this.board)'])),
  mutant(
    'tasks-publish-wakes-first',
    move(['TaskPoster.publish', 'if (wakes) wakeOne(this.board)'], 'before', [
      'TaskPoster.publish',
      'this.#storeReady(slot, this.#laps[slot]!)',
    ]),
  ),
  mutant('tasks-publish-nothing', drop('P1 of TaskPoster.#storeReady')),
  mutant(
    'tasks-settle-where-nothing-is',
    drop(['TaskPoster.settle', 'if (!this.#isPosted(slot)) throwNoTask(slot, worker)']),
  ),
  mutant(
    'tasks-settle-for-anybody',
    drop([
      'TaskPoster.settle',
      'if (!isOne || word !== (this.#laps[slot]! | takenBy(worker))) throwNotTheirs(slot, worker, word)',
    ]),
  ),
  mutant('tasks-settle-keeps-the-word', drop('S6')),
  mutant('tasks-dead-unheard', drop(['TaskPoster.bury', 'drain()'])),
  mutant('tasks-dead-heard-last', move(['TaskPoster.bury', 'drain()'], 'after', 'S4')),
  mutant('tasks-dead-keeps-its-tasks', replace(['TaskPoster.#isLost', 'this.#isBuried[owner] !== 0'], 'false')),
  mutant('tasks-dead-keeps-its-bit', drop('S3')),
  mutant(
    'tasks-dead-takes-what-others-have',
    replace(['TaskPoster.#isLost', 'this.#isBuried[owner] !== 0 || word !== (lap | takenBy(owner))'], 'true'),
  ),
  mutant('tasks-dead-takes-what-is-ready', drop(['TaskPoster.#isLost', 'if (word === (lap | READY)) return false'])),
  mutant(
    'tasks-dead-wakes-nobody',
    replace(['S4', 'if (other !== worker) wakeBlindly(words, gateOf(other))'], 'void other'),
  ),
  mutant(
    'tasks-dead-wakes-who-is-parked',
    importing(
      'noNudge, signal',
      'signal/gate.ts',
      replace(['S4', 'wakeBlindly(words, gateOf(other))'], 'signal(words, gateOf(other), noNudge)'),
    ),
  ),
  mutant(
    'tasks-retry-without-storing',
    replace(
      ['TaskPoster.#giveUp', 'if (isWanted) this.#storeReady(slot, (lap + ONE_LAP) | 0) else this.#vacate(slot)'],
      'if (!isWanted) this.#vacate(slot)',
    ),
  ),
  mutant('tasks-revive-nobody', drop(['TaskPoster.revive', 'store(this.#words, workerOwnerOf(worker), 0)'])),
  mutant('tasks-revive-who-stays-buried', drop(['TaskPoster.revive', 'this.#isBuried[worker] = 0'])),
  mutant('tasks-abandon-nothing', replace(['TaskPoster.abandon', 'if (!this.#isPosted(slot)) continue'], 'continue')),
  equivalent(
    'a bit that stays costs an exchange',
    mutant('tasks-bit-stays', replace('W7', 'load(this.#words, parkedWordOf(this.worker))')),
  ),
  equivalent(
    'who is awake looks at every slot, and wakes the next',
    mutant(
      'tasks-wake-the-first-only',
      insert('break', 'after', ['P2 of wakeOne', 'if (signal(words, gateOf(worker), noNudge)) return']),
    ),
  ),
  equivalent(
    'everybody is woken next, and sets its bit again',
    mutant('tasks-dead-takes-all-bits', replace('S3', 'store(words, parkedWordOf(worker), 0)')),
  ),
  equivalent(
    'a claim of what was seen long ago does no harm by itself: the task is read after it',
    mutant(
      'tasks-same-lap-again',
      replace(['TaskPoster.#vacate', '(this.#laps[slot]! + ONE_LAP) | 0'], 'this.#laps[slot]!'),
    ),
  ),
  equivalent(
    'a claim of what was seen long ago does no harm by itself: the task is read after it',
    mutant('tasks-retry-in-the-same-lap', replace(['TaskPoster.#giveUp', '(lap + ONE_LAP) | 0'], 'lap')),
  ),
]
