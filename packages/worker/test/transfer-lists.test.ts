/** The platform judges a transfer list before it clones, and so before a getter of the message runs. */

import { markAsUntransferable, MessageChannel } from 'node:worker_threads'
import { attach, createChannel } from '@slipring/worker'
import { describe, expect, onTestFinished, test } from 'vitest'

const LISTS: Readonly<Record<string, () => readonly unknown[]>> = {
  'one buffer twice': () => twice(new ArrayBuffer(8)),
  'one buffer twice among many': () => [...twice(new ArrayBuffer(8)), ...buffers(20)],
  'one port twice': () => twice(new MessageChannel().port1),
  'a plain object': () => [{}],
  'a plain object after a buffer': () => [new ArrayBuffer(8), {}],
  'a number': () => [5],
  null: () => [null],
  'a function': () => [() => {}],
  'shared memory': () => [new SharedArrayBuffer(8)],
  'a view': () => [new Uint8Array(8)],
  'a detached buffer': () => [detached(new ArrayBuffer(8))],
  'a detached port': () => [detached(new MessageChannel().port1)],
  'a proxy for a buffer': () => [new Proxy(new ArrayBuffer(8), {})],
}

const TAKEN: Readonly<Record<string, () => readonly unknown[]>> = {
  nothing: () => [],
  buffers: () => buffers(3),
  'many buffers': () => buffers(40),
  'an empty buffer': () => [new ArrayBuffer(0)],
  'a port': () => [new MessageChannel().port1],
  'a stream': () => [new ReadableStream()],
}

function twice(object: object): readonly object[] {
  return [object, object]
}

function buffers(count: number): ArrayBuffer[] {
  return Array.from({ length: count }, () => new ArrayBuffer(8))
}

function detached<T extends object>(object: T): T {
  structuredClone(null, { transfer: [object as never] })
  return object
}

/** A buffer that its program wants to keep. */
function marked(): ArrayBuffer {
  const buffer = new ArrayBuffer(8)
  markAsUntransferable(buffer)
  return buffer
}

interface Poster {
  postMessage(value: unknown, transfer: readonly never[]): void
}

/** The error of posting a message with a getter, and whether the getter ran. */
function outcome(port: Poster, list: readonly unknown[]): readonly [name: string, message: string, hasRun: boolean] {
  let hasRun = false
  const message = {
    get value(): never {
      hasRun = true
      throw new TypeError('of the getter')
    },
  }
  try {
    port.postMessage(message, list as never)
  } catch (error) {
    const { name, message: text } = error as Error
    return [name, text, hasRun]
  }
  return ['nothing', '', hasRun]
}

function ports(): readonly [ours: Poster, native: Poster] {
  const { port, offer } = createChannel()
  const other = attach(offer)
  const { port1 } = new MessageChannel()
  onTestFinished(() => {
    port.close()
    other.close()
    port1.close()
  })
  return [port, port1]
}

describe('a list is refused before a getter of the message runs', () => {
  test.each(Object.entries(LISTS))('with %s in it', (_, make) => {
    const [ours, native] = ports()
    const expected = outcome(native, make())
    expect(expected).toMatchObject(['DataCloneError', expect.any(String), false])
    expect(outcome(ours, make())).toEqual(expected)
  })
})

describe('a list is taken, and then the getter throws', () => {
  test.each(Object.entries(TAKEN))('with %s in it, which stays here', (_, make) => {
    const [ours, native] = ports()
    const list = make()
    expect(outcome(ours, list)).toEqual(['TypeError', 'of the getter', true])
    expect(outcome(native, list)).toEqual(['TypeError', 'of the getter', true])
  })
})

test('a buffer that is marked to stay is refused in the words of the platform, also where a getter throws', () => {
  const [ours, native] = ports()
  expect(outcome(ours, [marked()]).slice(0, 2)).toEqual(outcome(native, [marked()]).slice(0, 2))
})

test('a getter may post with a list of its own', async () => {
  const { port, offer } = createChannel()
  const other = attach(offer)
  onTestFinished(() => {
    port.close()
    other.close()
  })
  const { port1 } = new MessageChannel()
  port.postMessage(
    {
      get value() {
        expect(() => port.postMessage('refused', [{}] as never)).toThrow(
          expect.objectContaining({ name: 'DataCloneError' }),
        )
        port.postMessage('inner', [new ArrayBuffer(8)] as never)
        return 'outer'
      },
      port1,
    },
    [port1],
  )
  expect(await other.receive()).toBe('inner')
  expect(await other.receive()).toMatchObject({ value: 'outer' })
})

test('a value that is no list is named', () => {
  const [ours] = ports()
  const post = (transfer: unknown) => () => ours.postMessage(1, transfer as never)
  expect(post({ transfer: {} })).toThrow('Cannot transfer by an object that is no list: use an array')
  expect(post({ transfer: 5 })).toThrow('Cannot transfer by a number: use an array')
  expect(post('text')).toThrow('Cannot transfer by a string: use an array')
})
