/**
 * More than 32 bits count. The memory of these tests is not there until somebody writes to it, so that they take some pages of
 * it; a message of so much takes three times as much, and was carried by hand.
 */

import { expect, test } from 'vitest'
import { encodingOf, payloadOf } from '../../src/direction/out-of-band.ts'
import { copyBytes } from '../../src/codec/copy.ts'
import { encode } from '../../src/codec/index.ts'
import { halves } from './halves.ts'

const FOUR_GIB = 2 ** 32

test('an encoding of 4 GiB and more goes as its buffer, whose length the platform does not wrap', () => {
  const wide = new Uint8Array(FOUR_GIB)
  expect(payloadOf(wide)).toBe(wide.buffer)
  expect(encodingOf(wide.buffer)?.length).toBe(FOUR_GIB)
  const bytes = wide.subarray(1)
  expect(payloadOf(bytes)).toBe(bytes)
  expect(encodingOf('text')).toBeUndefined()
})

test('an envelope may have its encoding as a buffer', () => {
  const { sender, receiver } = halves(4096)
  sender.send(1, undefined)
  expect(receiver.next()).toBe(1)
  expect(receiver.onMessage(['token', 1, 0, encode({ text: 'in a buffer' }).slice().buffer])).toBe(true)
  expect(receiver.next()).toEqual({ text: 'in a buffer' })
  sender.close()
})

test('bytes are copied to beyond 4 GiB, and from there', () => {
  const wide = new Uint8Array(FOUR_GIB + 8192)
  const source = Uint8Array.from({ length: 4096 }, (_, index) => index % 251)
  copyBytes(source, 0, 4096, wide, FOUR_GIB - 2048)
  copyBytes(source, 0, 4096, wide, FOUR_GIB + 2048)
  expect(wide.subarray(0, 8192).every((byte) => byte === 0)).toBe(true)
  expect(wide.subarray(FOUR_GIB - 2048, FOUR_GIB + 6144)).toEqual(Uint8Array.from([...source, ...source]))
  const target = new Uint8Array(4096)
  copyBytes(wide, FOUR_GIB + 2048, FOUR_GIB + 6144, target, 0)
  expect(target).toEqual(source)
})
