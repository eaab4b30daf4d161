/** A step that was stopped in the middle: the direction goes on only if nothing of that step is left. */
import { expect, test } from 'vitest'
import { isDecodeError, isRingCorruptError } from '../../src/errors.ts'
import { CONTROL_BYTES, PRODUCER_GATE, RECORD_HEADER_BYTES } from '../../src/memory/layout.ts'
import { PARK_PORT } from '../../src/signal/gate.ts'
import { halves } from './halves.ts'

const valueOf = (number: number): object => ({ number, text: 'a text that may come again' })

test('a message that the lane did not take leaves no trace, and the next has its number', () => {
  const { receiver, sender } = halves(4096, () => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  const memory = new SharedArrayBuffer(8)
  for (let number = 0; number < 5; number++) {
    for (let count = 0; count < 3; count++)
      expect(() => sender.send([{ ...valueOf(number), memory }, valueOf(number)], undefined)).toThrow('stack')
    sender.send([valueOf(number), valueOf(number)], undefined)
    expect(receiver.next()).toEqual([valueOf(number), valueOf(number)])
  }
})

test('after a message that could not be read to its end none is read', () => {
  const { region, receiver, sender } = halves(4096)
  for (let number = 0; number < 3; number++) sender.send(valueOf(number), undefined)
  new Uint8Array(region.buffer)[CONTROL_BYTES + RECORD_HEADER_BYTES + 1] = 0xff
  const thrown: unknown[] = []
  for (let count = 0; count < 3; count++) {
    try {
      receiver.next()
    } catch (error) {
      thrown.push(error)
    }
  }
  expect(thrown.map(isDecodeError)).toEqual([true, false, false])
  expect(thrown.map(isRingCorruptError)).toEqual([false, true, true])
})

test('after a message whose bytes could not be given back none is read: it is lost, and no later one comes in its place', () => {
  const { region, receiver, sender } = halves(4096, undefined, undefined, () => {
    throw new RangeError('Maximum call stack size exceeded')
  })
  for (let number = 0; number < 40; number++) sender.send(number, undefined)
  Atomics.store(region.words, PRODUCER_GATE, PARK_PORT)
  const taken: unknown[] = []
  let thrown: unknown
  while (thrown === undefined) {
    try {
      taken.push(receiver.next())
    } catch (error) {
      thrown = error
    }
  }
  expect(String(thrown)).toContain('stack')
  expect(taken).toEqual(Array.from({ length: taken.length }, (_, number) => number))
  for (let count = 0; count < 3; count++) expect(() => receiver.next()).toThrow(/could not be read to its end/)
})
