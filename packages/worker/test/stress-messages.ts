/** The messages of the stress test: each knows its number, and its content follows from that. */

import type { Offer, PortOptions } from '@slipring/worker'

export interface Plan {
  readonly seed: number
  readonly messages: number
  readonly receive: 'listen' | 'poll' | 'block'
  readonly options: PortOptions
  readonly offer: Offer
}

export interface Numbered {
  number: number
  end?: boolean
  text?: string
  bytes?: Uint8Array
  shared?: SharedArrayBuffer
  list?: unknown[]
}

/** A small generator of uint32 (xorshift): the same seed, the same run. */
export function randomOf(seed: number): () => number {
  let state = seed | 1
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

const bytesOf = (number: number, length: number): Uint8Array<ArrayBuffer> => new Uint8Array(length).fill(number)

/** The message to post next. One with a getter posts `number` itself and comes after it, as `number + 1`. */
export function makeMessage(
  number: number,
  random: () => number,
  post: (message: Numbered) => void,
): { message: Numbered; transferred?: ArrayBuffer[] } {
  switch (random() % 16) {
    case 0:
      return { message: { number, bytes: bytesOf(number, 1 + (random() % 20_000)) } }
    case 1: {
      const bytes = bytesOf(number, 1 + (random() % 2000))
      return { message: { number, bytes }, transferred: [bytes.buffer] }
    }
    case 2: {
      const shared = new SharedArrayBuffer(4)
      new Int32Array(shared)[0] = number
      return { message: { number, shared } }
    }
    case 3: {
      const message = { number: number + 1 }
      Object.defineProperty(message, 'text', {
        enumerable: true,
        get() {
          post({ number, list: [number, { nested: number }] })
          return textOf(number + 1)
        },
      })
      return { message }
    }
    case 4:
    case 5:
      return { message: { number, text: textOf(number) } }
    default:
      return { message: { number, list: [number, { nested: number }] } }
  }
}

function textOf(number: number): string {
  return `message ${number} `.repeat(1 + (number % 30))
}

/** Says what is wrong with `message`, which should be the one with this number. */
export function checkMessage(message: Numbered, number: number): string | undefined {
  if (message.number !== number) return `expected ${number}, got ${message.number}`
  const { text, bytes, shared, list } = message
  if (text !== undefined && text !== textOf(number)) return `text of ${number} is ${text}`
  if (bytes !== undefined && !bytes.every((byte) => byte === (number & 255))) return `bytes of ${number} are wrong`
  if (shared !== undefined && new Int32Array(shared)[0] !== number) return `memory of ${number} is wrong`
  if (list !== undefined && JSON.stringify(list) !== JSON.stringify([number, { nested: number }]))
    return `list of ${number} is ${JSON.stringify(list)}`
  if (text === undefined && bytes === undefined && shared === undefined && list === undefined && !message.end)
    return `message ${number} is empty`
  return undefined
}
