// A full stack stops a call at any place, and the thread lives on. What was stopped is called again, and must be as if it had
// been called once.
import { expect, test, vi } from 'vitest'
import { gateOf, parkedBitOf, parkedWordOf } from '../../src/memory/board-layout.ts'
import { PARK_SYNC, RUN } from '../../src/signal/gate.ts'
import { CLOSED, createBoard, NONE, TaskClaimer, TaskPoster } from '../../src/tasks/index.ts'
import { stopEverywhere } from '../signal/full-stack.ts'

vi.mock('../../src/atomics.ts', async (original) => {
  const { stoppable } = await import('../signal/full-stack.ts')
  return stoppable(await original())
})

const SLOTS = 3

function start() {
  const board = createBoard({ workers: 2, slots: SLOTS, taskBytes: 128 })
  const poster = new TaskPoster(board)
  const claimers = [new TaskClaimer(board, 0), new TaskClaimer(board, 1)] as const
  const post = (): number => {
    const slot = poster.tryClaim()
    poster.publish(slot, false)
    return slot
  }
  const park = (worker: number): void => {
    Atomics.store(board.words, gateOf(worker), PARK_SYNC)
    Atomics.or(board.words, parkedWordOf(worker), parkedBitOf(worker))
  }
  const isAwake = (worker: number): boolean => Atomics.load(board.words, gateOf(worker)) === RUN
  /** Each slot is given once: none is lost, none is there twice. */
  const freeSlots = (): number => {
    const given = new Set(Array.from({ length: SLOTS - poster.used }, () => poster.tryClaim()))
    expect(poster.used).toBe(SLOTS)
    return given.size
  }
  return { board, poster, claimers, post, park, isAwake, freeSlots }
}

test('TaskClaimer.claim() gives what it had claimed at the next call, and wakes a worker for the rest of the batch', () => {
  stopEverywhere((isStopped) => {
    const { claimers, post, park, isAwake } = start()
    const first = post()
    post()
    park(1)
    if (!isStopped(() => claimers[0].claim())) return
    expect(claimers[0].hasNews()).toBe(true)
    expect(claimers[0].claim()).toBe(first)
    expect(isAwake(1)).toBe(true)
    expect(claimers[0].claim()).not.toBe(NONE)
    expect([claimers[0].claim(), claimers[0].hasNews()]).toEqual([NONE, false])
  })
})

test('TaskClaimer.parkUntilTask() does not sleep over a task that it has claimed and not given', () => {
  stopEverywhere((isStopped) => {
    const { claimers, post, park } = start()
    post()
    park(1)
    if (!isStopped(() => claimers[0].claim())) return
    expect(claimers[0].parkUntilTask(0)).toBe(true)
    expect(claimers[0].claim()).not.toBe(NONE)
  })
})

test.each([true, false])('TaskPoster.publish() can be called again: with waking %s', (wakes) => {
  stopEverywhere((isStopped) => {
    const { poster, claimers, park, isAwake, freeSlots } = start()
    park(1)
    const slot = poster.tryClaim()
    if (!isStopped(() => poster.publish(slot, wakes))) return
    poster.publish(slot, wakes)
    expect(isAwake(1)).toBe(wakes)
    expect(() => poster.publish(slot, wakes)).toThrow('tryClaim() has not given it')
    expect([claimers[0].claim(), claimers[0].claim()]).toEqual([slot, NONE])
    poster.settle(slot, 0)
    expect(freeSlots()).toBe(SLOTS)
  })
})

test('TaskPoster.publish() whose task is READY is no refusal, even if the board was closed meanwhile', () => {
  stopEverywhere((isStopped) => {
    const { poster, claimers, park } = start()
    park(1)
    const slot = poster.tryClaim()
    if (!isStopped(() => poster.publish(slot))) return
    const isReady = claimers[0].hasNews()
    poster.close()
    if (isReady) poster.publish(slot)
    else expect(() => poster.publish(slot)).toThrow('the board is closed')
    expect([claimers[0].claim(), claimers[0].claim()]).toEqual(isReady ? [slot, CLOSED] : [CLOSED, CLOSED])
  })
})

test('TaskPoster.settle() takes the result of a task whose publish() was stopped', () => {
  stopEverywhere((isStopped) => {
    const { poster, claimers, park } = start()
    park(1)
    const slot = poster.tryClaim()
    if (!isStopped(() => poster.publish(slot)) || claimers[0].claim() === NONE) return
    poster.settle(slot, 0)
    expect(poster.used).toBe(0)
  })
})

test('TaskPoster.settle() can be called again, and accuses nobody', () => {
  stopEverywhere((isStopped) => {
    const { poster, claimers, post, freeSlots } = start()
    const slot = post()
    claimers[0].claim()
    if (!isStopped(() => poster.settle(slot, 0))) return
    poster.settle(slot, 0)
    expect(poster.used).toBe(0)
    expect(freeSlots()).toBe(SLOTS)
  })
})

test('TaskPoster.bury() can be called again: each task of the dead is posted once more, or its slot is free', () => {
  stopEverywhere((isStopped) => {
    const { poster, claimers, post, park, isAwake, freeSlots } = start()
    const [retried] = [post(), post()]
    for (let count = 0; count < 2; count++) claimers[0].claim()
    park(1)
    const bury = (): void =>
      poster.bury(
        0,
        () => {},
        (slot) => slot === retried,
      )
    if (!isStopped(bury)) return
    bury()
    expect(isAwake(1)).toBe(true)
    expect([claimers[1].claim(), claimers[1].claim()]).toEqual([retried, NONE])
    expect(poster.used).toBe(1)
    poster.settle(retried!, 1)
    expect(freeSlots()).toBe(SLOTS)
  })
})

test('TaskPoster.revive() can be called again', () => {
  stopEverywhere((isStopped) => {
    const { board, poster } = start()
    poster.bury(
      0,
      () => {},
      () => false,
    )
    if (!isStopped(() => poster.revive(0))) return
    poster.revive(0)
    expect(new TaskClaimer(board, 0).claim()).toBe(NONE)
  })
})
