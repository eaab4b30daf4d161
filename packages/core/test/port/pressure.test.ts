import { expect, test } from 'vitest'
import type { Sender } from '../../src/channel/sender.ts'
import type { Host } from '../../src/host.ts'
import { PRODUCER_GATE } from '../../src/memory/layout.ts'
import { Pressure } from '../../src/port/pressure.ts'

// Found by `npm run test:hostile`: a promise for ever pending, or undefined in its place.
test.each([1, 2])('ready resolves also when the other side catches up after %i look(s)', async (looks) => {
  const amounts = [...Array<number>(looks).fill(100), 0]
  const held: boolean[] = []
  const pressure = new Pressure({
    host: {} as Host,
    onDrain: () => {},
    peerClosed: () => new Error('closed'),
    goneError: () => undefined,
    hold: (isHeld) => held.push(isHeld),
  })
  pressure.sender = {
    get bufferedAmount() {
      return amounts.length > 1 ? amounts.shift()! : amounts[0]!
    },
    releasingWords: new Int32Array(new SharedArrayBuffer(1024)),
    readyAt: 10,
    caughtUp: () => {},
    wantDrained: () => {},
  } as unknown as Sender
  const { ready } = pressure
  expect(ready).toBeInstanceOf(Promise)
  expect(await ready).toBeUndefined()
  expect(held).toEqual([])
})

test('ready comes also where the stack was too full to wait for it at first', async () => {
  let amount = 100
  let isFull = true
  const held: boolean[] = []
  const pressure = new Pressure({
    host: {} as Host,
    onDrain: () => {},
    peerClosed: () => new Error('closed'),
    goneError: () => undefined,
    hold: (isHeld) => held.push(isHeld),
  })
  const words = new Int32Array(new SharedArrayBuffer(1024))
  pressure.sender = {
    get bufferedAmount() {
      return amount
    },
    releasingWords: words,
    readyAt: 10,
    caughtUp: () => {},
    wantDrained: () => {
      if (isFull) throw new RangeError('Maximum call stack size exceeded')
    },
  } as unknown as Sender
  expect(() => pressure.ready).toThrow('stack')
  isFull = false
  const { ready } = pressure
  amount = 0
  Atomics.store(words, PRODUCER_GATE, 0)
  Atomics.notify(words, PRODUCER_GATE)
  await ready
  expect(held).toEqual([true, false])
})

test('ready comes also where the stack was too full for another look at what it waits for', async () => {
  let amount = 100
  let isFull = false
  const words = new Int32Array(new SharedArrayBuffer(1024))
  const pressure = new Pressure({
    host: {} as Host,
    onDrain: () => {},
    peerClosed: () => new Error('closed'),
    goneError: () => undefined,
    hold: () => {},
  })
  pressure.sender = {
    get bufferedAmount() {
      if (isFull) throw new RangeError('Maximum call stack size exceeded')
      return amount
    },
    releasingWords: words,
    readyAt: 10,
    caughtUp: () => {},
    wantDrained: () => {},
  } as unknown as Sender
  const { ready } = pressure
  isFull = true
  // As after a post that has failed.
  expect(() => pressure.rearm()).toThrow('stack')
  isFull = false
  amount = 0
  Atomics.store(words, PRODUCER_GATE, 0)
  Atomics.notify(words, PRODUCER_GATE)
  expect(await ready).toBeUndefined()
})
