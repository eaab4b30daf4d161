import { describe, expect, test } from 'vitest'
import { ClosedError, HandshakeError, RingCorruptError } from '../../src/errors.ts'
import { firstSlotOf, gateOf, parkedWordOf, SLOT_STRIDE, takenBy } from '../../src/memory/board-layout.ts'
import { type BoardOptions, CLOSED, createBoard, FULL, NONE, TaskClaimer, TaskPoster } from '../../src/tasks/index.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'

const EMPTY = 0
const READY = 1
const LAP = 1 << 10
const LAST_LAP = 2 ** 22 - 1

function boardWith(options: Partial<BoardOptions> = {}) {
  const board = createBoard({ workers: 3, slots: 4, taskBytes: 128, ...options })
  const poster = new TaskPoster(board)
  const claimers = Array.from({ length: board.workers }, (_, worker) => new TaskClaimer(board, worker))
  const wordOf = (slot: number): number => firstSlotOf(board.workers) + slot * SLOT_STRIDE
  const load = (word: number): number => Atomics.load(board.words, word)
  const store = (word: number, value: number): void => void Atomics.store(board.words, word, value)
  const post = (): number => {
    const slot = poster.tryClaim()
    expect(slot).not.toBe(FULL)
    poster.publish(slot)
    return slot
  }
  /** As a worker that sleeps, whose thread cannot be here. */
  const park = (worker: number): void => {
    store(gateOf(worker), PARK_SYNC)
    store(parkedWordOf(worker), load(parkedWordOf(worker)) | (1 << (worker & 31)))
  }
  const awake = (): number[] => claimers.flatMap((_, worker) => (load(gateOf(worker)) === RUN ? [worker] : []))
  return { board, poster, claimers, wordOf, load, store, post, park, awake }
}

const noDrain = (): void => {}
const fails = (): boolean => false

describe('a task', () => {
  test('goes from EMPTY to READY to TAKEN by its worker, and to EMPTY of the next lap', () => {
    const { poster, claimers, wordOf, load, post } = boardWith()
    const slot = post()
    expect(load(wordOf(slot))).toBe(READY)
    expect(claimers[2]!.claim()).toBe(slot)
    expect(load(wordOf(slot))).toBe(takenBy(2))
    poster.settle(slot, 2)
    expect(load(wordOf(slot))).toBe(LAP | EMPTY)
    expect(poster.used).toBe(0)
  })

  test('is claimed once', () => {
    const { claimers, post } = boardWith()
    post()
    expect([claimers[0]!.claim(), claimers[1]!.claim()]).toEqual([0, NONE])
  })

  test('has bytes of its own, which its worker reads where they were written', () => {
    const { board, poster, claimers } = boardWith()
    const slots = [7, 8, 9].map((value) => {
      const slot = poster.tryClaim()
      board.data.fill(value, (slot * board.taskBytes) / 4, ((slot + 1) * board.taskBytes) / 4)
      poster.publish(slot)
      return slot
    })
    expect(slots.map(() => board.data[(claimers[0]!.claim() * board.taskBytes) / 4])).toEqual([7, 8, 9])
  })

  test('that was claimed and not published is seen by nobody', () => {
    const { poster, claimers } = boardWith()
    poster.tryClaim()
    expect(claimers[0]!.claim()).toBe(NONE)
    expect(poster.used).toBe(1)
  })

  test('finds no slot when all are in use, and one when any is settled', () => {
    const { poster, claimers, post } = boardWith()
    for (let n = 0; n < 4; n++) post()
    expect(poster.tryClaim()).toBe(FULL)
    const slots = claimers.map((claimer) => claimer.claim())
    poster.settle(slots[1]!, 1)
    expect(poster.tryClaim()).toBe(slots[1])
  })

  test('that was posted long ago is not passed over for ever by a worker that has enough to do', () => {
    const { poster, claimers, post } = boardWith()
    const [first, second] = [post(), post()]
    const claimed: number[] = []
    for (let n = 0; n < 4; n++) {
      const slot = claimers[0]!.claim()
      claimed.push(slot)
      poster.settle(slot, 0)
      post()
    }
    expect([first, second]).toEqual([0, 1])
    expect(claimed.slice(0, 2)).toEqual([0, 1])
  })

  test('goes round the laps: after the last comes the first', () => {
    const { poster, claimers, wordOf, load, post } = boardWith({ slots: 1, startLap: LAST_LAP })
    for (const lap of [LAST_LAP, 0, 1]) {
      const slot = post()
      expect(load(wordOf(0)) >>> 10).toBe(lap)
      expect(claimers[0]!.claim()).toBe(slot)
      poster.settle(slot, 0)
    }
    expect(load(wordOf(0))).toBe(2 * LAP)
  })
})

describe('waking', () => {
  test('a post wakes the first that is parked, once', () => {
    const { post, park, awake } = boardWith()
    park(1)
    park(2)
    expect(awake()).toEqual([0])
    post()
    expect(awake()).toEqual([0, 1])
    post()
    expect(awake()).toEqual([0, 1, 2])
    post()
  })

  test('a bit that its worker has not cleared yet costs a look at the next', () => {
    const { post, park, awake, store } = boardWith()
    park(0)
    park(2)
    store(gateOf(0), RUN)
    post()
    expect(awake()).toEqual([0, 1, 2])
  })

  test('reaches worker 254', () => {
    const { post, park, awake } = boardWith({ workers: 255 })
    park(31)
    park(254)
    post()
    post()
    expect(awake()).toHaveLength(255)
  })

  test('of a batch posted with one wake each claim wakes another, while there is more', () => {
    const { poster, claimers, park, awake } = boardWith()
    for (const worker of [0, 1, 2]) park(worker)
    for (const wakes of [false, false, true]) poster.publish(poster.tryClaim(), wakes)
    expect(awake()).toEqual([0])
    claimers[0]!.claim()
    expect(awake()).toEqual([0, 1])
    claimers[1]!.claim()
    expect(awake()).toEqual([0, 1, 2])
    park(0)
    claimers[2]!.claim()
    expect(awake()).toEqual([1, 2])
  })

  test('a worker that waited in vain leaves neither gate nor bit behind', () => {
    const { claimers, load } = boardWith({ workers: 40 })
    expect(claimers[39]!.parkUntilTask(5)).toBe(false)
    expect([load(gateOf(39)), load(parkedWordOf(39))]).toEqual([RUN, 0])
  })

  test('a worker does not park beside a task, in whichever slot, or after the end', () => {
    const { poster, claimers, post } = boardWith()
    for (let n = 0; n < 4; n++) post()
    for (let n = 0; n < 3; n++) claimers[0]!.claim()
    expect(claimers[1]!.hasNews()).toBe(true)
    expect(claimers[1]!.parkUntilTask()).toBe(true)
    claimers[0]!.claim()
    expect(claimers[1]!.hasNews()).toBe(false)
    poster.close()
    expect(claimers[1]!.hasNews()).toBe(true)
    expect(claimers[1]!.parkUntilTask()).toBe(true)
  })
})

describe('the end', () => {
  test('comes after the last task, and wakes everybody', () => {
    const { poster, claimers, post, park, awake } = boardWith()
    post()
    for (const worker of [0, 1, 2]) park(worker)
    poster.close()
    expect(awake()).toEqual([0, 1, 2])
    expect([claimers[0]!.claim(), claimers[0]!.claim(), claimers[1]!.claim()]).toEqual([0, CLOSED, CLOSED])
  })

  test('of a board that has had its last task is a ClosedError for who posts one more, which nobody would run', () => {
    const { poster, claimers, wordOf, load } = boardWith()
    const slot = poster.tryClaim()
    poster.close()
    for (const claimer of claimers) expect(claimer.claim()).toBe(CLOSED)
    expect(() => poster.publish(slot)).toThrow(ClosedError)
    expect(() => poster.publish(slot)).toThrow(
      'Cannot publish slot 0: the board is closed, and its workers may be gone',
    )
    expect(load(wordOf(slot))).toBe(EMPTY)
  })
})

describe('a worker that has died', () => {
  test('leaves its published results, its tasks and its bit, and everybody else is woken', () => {
    const { poster, claimers, wordOf, load, post, park, awake } = boardWith()
    for (let n = 0; n < 4; n++) post()
    const [published, running, retried] = [claimers[1]!.claim(), claimers[1]!.claim(), claimers[1]!.claim()]
    for (const worker of [0, 1, 2]) park(worker)
    const asked: number[] = []
    poster.bury(
      1,
      () => poster.settle(published, 1),
      (slot) => asked.push(slot) > 0 && slot === retried,
    )
    expect(asked).toEqual([running, retried])
    expect([published, running, retried, 3].map((slot) => load(wordOf(slot)))).toEqual([LAP, LAP, LAP | READY, READY])
    expect(load(parkedWordOf(1))).toBe(0b101)
    expect(awake()).toEqual([0, 2])
    expect([claimers[0]!.claim(), claimers[0]!.claim(), claimers[0]!.claim()]).toEqual([retried, 3, NONE])
  })

  test('leaves alone what others have claimed', () => {
    const { poster, claimers, post } = boardWith()
    post()
    const slot = claimers[0]!.claim()
    poster.bury(1, noDrain, () => expect.unreachable())
    poster.settle(slot, 0)
  })

  test('a result that comes after all is refused: its task has ended', () => {
    const { poster, claimers, post } = boardWith()
    const slot = post()
    claimers[0]!.claim()
    poster.bury(0, noDrain, fails)
    expect(() => poster.settle(slot, 0)).toThrow(RingCorruptError)
    post()
    expect(() => poster.settle(slot, 0)).toThrow('Board is corrupt')
  })

  test.each([true, false])(
    'a task that is settled by who is asked for it is settled once (retried: %s)',
    (isRetried) => {
      const { poster, claimers, post } = boardWith()
      post()
      post()
      const mine = claimers[0]!.claim()
      claimers[1]!.claim()
      poster.bury(0, noDrain, (slot) => {
        poster.settle(slot, 0)
        return isRetried
      })
      expect([poster.used, claimers[2]!.claim()]).toEqual([1, NONE])
      const slots = [poster.tryClaim(), poster.tryClaim(), poster.tryClaim(), poster.tryClaim()]
      expect([slots.includes(mine), new Set(slots).size, slots.at(-1)]).toEqual([true, 4, FULL])
    },
  )

  test('may be buried again after what it published was refused', () => {
    const { poster, claimers, post } = boardWith()
    const slot = post()
    claimers[1]!.claim()
    const asked: number[] = []
    const refused = (): void => poster.settle(slot + 1, 1)
    expect(() => poster.bury(1, refused, (each) => asked.push(each) < 0)).toThrow(RingCorruptError)
    expect(asked).toEqual([])
    poster.bury(1, noDrain, (each) => asked.push(each) < 0)
    expect(asked).toEqual([slot])
  })

  test('with nobody left, what is posted is given up', () => {
    const { poster, claimers, post } = boardWith()
    post()
    post()
    claimers[0]!.claim()
    const lost: number[] = []
    for (const worker of [0, 1, 2]) poster.bury(worker, noDrain, () => true)
    poster.abandon((slot) => lost.push(slot))
    expect(lost).toEqual([0, 1])
    expect(poster.used).toBe(0)
  })

  test('leaves a slot that is being filled to who claimed it, also when all are dead', () => {
    const { poster } = boardWith()
    const slot = poster.tryClaim()
    for (const worker of [0, 1, 2]) poster.bury(worker, noDrain, () => expect.unreachable())
    poster.abandon(() => expect.unreachable())
    expect(poster.used).toBe(1)
    expect(() => poster.publish(slot)).not.toThrow()
  })

  test('may be followed by another in its place', () => {
    const { board, poster, claimers, post, store } = boardWith()
    post()
    claimers[0]!.claim()
    store(gateOf(0), PARK_SYNC)
    poster.bury(0, noDrain, () => true)
    expect(() => new TaskClaimer(board, 0)).toThrow(HandshakeError)
    poster.revive(0)
    const next = new TaskClaimer(board, 0)
    expect(Atomics.load(board.words, gateOf(0))).toBe(RUN)
    const slot = next.claim()
    poster.bury(1, noDrain, () => expect.unreachable())
    poster.settle(slot, 0)
  })
})

describe('misuse', () => {
  test('a result of a worker that there is not is refused in every lap', () => {
    const { poster, claimers, post } = boardWith({ workers: 1, slots: 1, startLap: 1 })
    const slot = post()
    claimers[0]!.claim()
    for (const worker of [256, 1, -1, Number.NaN]) expect(() => poster.settle(slot, worker)).toThrow(RingCorruptError)
    poster.settle(slot, 0)
    expect(poster.used).toBe(0)
  })

  test('a second poster, or a second claimer in one place, is a HandshakeError', () => {
    const { board } = boardWith()
    expect(() => new TaskPoster(board)).toThrow(HandshakeError)
    expect(() => new TaskClaimer(board, 1)).toThrow(/as worker 1: a thread does already, owner 1/)
  })

  test.each([-1, 3, 0.5, NaN])('a place that there is not is a RangeError: %s', (worker) => {
    const board = createBoard({ workers: 3, slots: 4, taskBytes: 128 })
    expect(() => new TaskClaimer(board, worker)).toThrow(RangeError)
    expect(() => new TaskClaimer(board, worker)).toThrow(`as worker ${worker}: the board has workers 0 to 2`)
  })

  test.each([0, 4, -1, NaN])('publishing a slot that was not claimed is a RangeError: %s', (slot) => {
    const { poster } = boardWith()
    expect(() => poster.publish(slot)).toThrow(`Cannot publish slot ${slot}: tryClaim() has not given it`)
  })

  test('burying twice, or somebody who never was, is a RangeError', () => {
    const { poster } = boardWith()
    poster.bury(2, noDrain, fails)
    for (const worker of [2, 3, -1])
      expect(() => poster.bury(worker, noDrain, fails)).toThrow(`worker ${worker}: use one of 0 to 2 that is alive`)
    for (const worker of [1, 3]) expect(() => poster.revive(worker)).toThrow(RangeError)
    expect(() => poster.abandon(() => {})).toThrow('worker 0 may run them; bury it first')
  })
})

describe('hostile words', () => {
  test.each([-1, 4, 1.5, NaN, 2 ** 40])('a result for slot %s is a RingCorruptError', (slot) => {
    const { poster } = boardWith()
    expect(() => poster.settle(slot, 0)).toThrow(RingCorruptError)
  })

  test.each<[string, number]>([
    ['of a task that nobody has claimed', READY],
    ['of another’s claim', takenBy(1)],
    ['of another lap', LAP | takenBy(0)],
    ['of a state that there is not', takenBy(0) | 3],
    ['as after settling', LAP | EMPTY],
  ])('a result whose slot has the word %s is a RingCorruptError, and settles nothing', (_, word) => {
    const { poster, claimers, wordOf, store, post } = boardWith()
    const slot = post()
    claimers[0]!.claim()
    store(wordOf(slot), word)
    expect(() => poster.settle(slot, 0)).toThrow(RingCorruptError)
    expect(poster.used).toBe(1)
    store(wordOf(slot), takenBy(0))
    poster.settle(slot, 0)
  })

  test('a slot that was never posted, and says READY, gives a result that is refused', () => {
    const { poster, claimers, wordOf, store } = boardWith()
    store(wordOf(2), (5 << 10) | (9 << 2) | READY)
    expect(claimers[0]!.claim()).toBe(2)
    expect(() => poster.settle(2, 0)).toThrow('no task is posted there')
  })

  test.each([EMPTY, 3, takenBy(7), takenBy(254), LAP | READY, LAP | takenBy(0), READY | 4, -1])(
    'a task whose word is %s is given up at the next death',
    (word) => {
      const { poster, wordOf, store, post } = boardWith()
      const slot = post()
      store(wordOf(slot), word)
      const lost: number[] = []
      poster.bury(1, noDrain, (each) => lost.push(each) < 0)
      expect(lost).toEqual([slot])
    },
  )

  test('bits of workers that there are not wake nobody and write nothing', () => {
    const { board, post, store, load, wordOf } = boardWith()
    for (let word = parkedWordOf(0); word < gateOf(0); word++) store(word, ~0 << 3)
    const before = [...board.words]
    const slot = post()
    before[wordOf(slot)] = load(wordOf(slot))
    expect([...board.words]).toEqual(before)
  })

  test('a gate that holds nonsense is woken like one that is parked', () => {
    const { post, park, store, awake } = boardWith()
    park(1)
    store(gateOf(1), 77)
    post()
    expect(awake()).toEqual([0, 1, 2])
  })

  test('a board that was in use is refused by who would post', () => {
    const board = createBoard({ workers: 1, slots: 2, taskBytes: 128 })
    Atomics.store(board.words, firstSlotOf(1) + SLOT_STRIDE, READY)
    expect(() => new TaskPoster(board)).toThrow('slot 1 is in use, its word is 1')
  })
})
