import { expect, test, vi } from 'vitest'
import { PRODUCER_GATE } from '../../src/memory/layout.ts'
import { watch } from './watched-sender.ts'

function throwFull(): never {
  throw new RangeError('Maximum call stack size exceeded')
}

/** As a release, which wakes who waits for it. */
function release(words: Int32Array): void {
  Atomics.store(words, PRODUCER_GATE, 0)
  Atomics.notify(words, PRODUCER_GATE)
}

// Found by `npm run prove -- hostile`: a promise for ever pending, or undefined in its place.
test.each([1, 2])('ready resolves also when the other side catches up after %i look(s)', async (looks) => {
  const amounts = [...Array<number>(looks).fill(100), 0]
  const { pressure, held } = watch(() => (amounts.length > 1 ? amounts.shift()! : amounts[0]!))
  const { ready } = pressure
  expect(ready).toBeInstanceOf(Promise)
  expect(await ready).toBeUndefined()
  expect(held).toEqual([])
})

test('a ready that was rejected, for want of stack to make it, is not the next one', async () => {
  let amount = 100
  const { pressure, words, held } = watch(() => amount)
  const Platform = Promise
  vi.stubGlobal(
    'Promise',
    class extends Promise<void> {
      static override get [Symbol.species](): PromiseConstructor {
        return Platform
      }
      constructor() {
        super(throwFull)
      }
    },
  )
  const rejected = pressure.ready
  vi.unstubAllGlobals()
  await expect(rejected).rejects.toThrow('stack')
  expect(held).toEqual([])
  const { ready } = pressure
  amount = 0
  release(words)
  expect(await ready).toBeUndefined()
  expect(held).toEqual([true, false])
})

test('ready comes also where the stack was too full to wait for it at first', async () => {
  let amount = 100
  let isFull = true
  const watched = watch(
    () => amount,
    {},
    () => isFull && throwFull(),
  )
  const { pressure, words, held } = watched
  expect(() => pressure.ready).toThrow('stack')
  isFull = false
  const { ready } = pressure
  amount = 0
  release(words)
  await ready
  expect(held).toEqual([true, false])
})

test('ready comes also where the stack was too full for another look at what it waits for', async () => {
  let amount = 100
  let isFull = false
  const { pressure, words } = watch(() => (isFull ? throwFull() : amount))
  const { ready } = pressure
  isFull = true
  // As after a post that has failed.
  expect(() => pressure.rearm()).toThrow('stack')
  isFull = false
  amount = 0
  release(words)
  expect(await ready).toBeUndefined()
})
