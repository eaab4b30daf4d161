// Messages that are one object of a shape for which code was made: it is noted among the objects of the message only when
// there is something in it that may lead back to it.
import './soon.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { forbidCodegen } from '../../src/codec/codegen.ts'
import * as codec from '../../src/codec/index.ts'
import { difference } from './difference.ts'
import { type Random, randomFrom, randomGraph } from './graph.ts'
import { Line } from './line.ts'

interface Message {
  id: number
  body: unknown
  after?: unknown
}

/** After this many uses the codec makes code for the shape. */
const OFTEN = 40
const MESSAGES = 1_500

afterEach(() => forbidCodegen(false))

/** Values that lead back to the message, and values that do not. */
const BODIES: readonly ((message: Message, random: Random) => unknown)[] = [
  (message) => message,
  (message) => [message],
  (message) => [1, message, message],
  (message) => new Map([[message, message]]),
  (message) => new Set([message]),
  (message) => ({ outer: message }),
  (message) => ({ outer: { outer: message }, also: message }),
  (message) => Object.assign(new Error('of the message'), { cause: message }),
  (message) => [{ outer: message }, { outer: message }, { outer: undefined }],
  () => ({ outer: undefined }),
  () => new Date(5),
  () => undefined,
  () => 7.5,
  () => 'a text that is not short',
  (_, random) => randomGraph(random, 30),
  (message, random) => ({ graph: randomGraph(random, 30), outer: message }),
]

function messageOf(random: Random, isLonger = false): Message {
  const message: Message = { id: random(1000), body: undefined }
  message.body = BODIES[random(BODIES.length)]!(message, random)
  if (isLonger) message.after = BODIES[random(BODIES.length)]!(message, random)
  return message
}

function warmedUp(isLonger = false): Line {
  const line = new Line(codec)
  for (let count = 0; count < OFTEN; count++) {
    const message: Message = { id: count, body: count / 2 }
    if (isLonger) message.after = null
    line.clone(message)
  }
  return line
}

describe.each([
  ['by code', true],
  ['where none may be generated', false],
])('%s', (_, isAllowed) => {
  test.each([1, 2, 3, 4])('as structured clone, whatever leads back to it: seed %i', (seed) => {
    forbidCodegen(!isAllowed)
    const random = randomFrom(seed)
    const isLonger = seed % 2 === 0
    const line = warmedUp(isLonger)
    for (let count = 0; count < MESSAGES; count++) {
      const message = messageOf(random, isLonger)
      expect(difference(line.clone(message), structuredClone(message))).toBeUndefined()
    }
  })
})

test('two shapes by turns, one in the other', () => {
  const line = new Line(codec)
  for (let count = 0; count < OFTEN * 4; count++) {
    const inner = { id: count, body: count }
    const outer: Message = { id: count, body: inner, after: inner }
    for (const message of [inner, outer, outer, inner])
      expect(difference(line.clone(message), structuredClone(message))).toBeUndefined()
  }
})

test('a getter in it that throws leaves nothing of its message', () => {
  const line = warmedUp()
  const body: unknown[] = [{ deep: 1 }]
  const failing = {
    get id(): number {
      throw new Error('not today')
    },
    body,
  }
  const late = {
    id: 1,
    get body(): unknown {
      throw new Error('too late')
    },
  }
  for (let count = 0; count < 3; count++) {
    expect(() => line.clone(failing)).toThrow('not today')
    expect(() => line.clone(late)).toThrow('too late')
    const message: Message = { id: 2, body: undefined }
    message.body = [message, body]
    expect(difference(line.clone(message), structuredClone(message))).toBeUndefined()
  }
})

test('a property that a getter of it deletes, and one that it makes an object', () => {
  const line = warmedUp(true)
  for (const isDeleted of [true, false, true]) {
    const make = (): object => ({
      id: 1,
      get body(): unknown {
        const message = this as Message
        if (isDeleted) delete message.after
        else message.after = { outer: this }
        return 2
      },
      after: 3,
    })
    expect(difference(line.clone(make()), structuredClone(make()))).toBeUndefined()
    const plain = { id: 1, body: 2, after: 3 }
    expect(line.clone(plain)).toEqual(plain)
  }
})

test('one that outgrows its place', () => {
  const encoder = new codec.Encoder()
  const decoder = new codec.Decoder()
  const span = codec.createSpan(new ArrayBuffer(64), 0, 64)
  for (let count = 0; count < OFTEN; count++) {
    const end = encoder.encode({ id: count, body: count }, span, 0, 64)
    expect(decoder.decode(span, 0, end)).toEqual({ id: count, body: count })
  }
  for (const length of [10, 100, 1000, 10]) {
    const message: Message = { id: 1, body: 'x'.repeat(length), after: undefined }
    delete message.after
    const end = encoder.encode(message, span, 0, 64)
    const bytes = end < 0 ? encoder.spilled().slice() : span.bytes.slice(0, end)
    expect(end < 0).toBe(length > 60)
    expect(decoder.decode(codec.createSpan(bytes.buffer, 0, bytes.length), 0, bytes.length)).toEqual(message)
  }
})

test('a proxy of one, and an instance with its keys', () => {
  const line = warmedUp()
  expect(() => line.clone(new Proxy({ id: 1, body: 2 }, {}))).toThrow(/could not be cloned/)
  class Likeness {
    id = 1
    body = this
  }
  const likeness = new Likeness()
  expect(difference(line.clone(likeness), structuredClone(likeness))).toBeUndefined()
})

test('an array whose prototype was set to that of objects is an array', () => {
  const line = warmedUp()
  const array = Object.setPrototypeOf(Object.assign([], { id: 1, body: 2 }), Object.prototype) as object
  expect(Array.isArray(line.clone(array))).toBe(true)
  expect(difference(line.clone(array), structuredClone(array))).toBeUndefined()
})
