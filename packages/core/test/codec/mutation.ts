/** Bytes that no encoder writes: messages with mistakes, of the kinds that find weak readers. */

import type { Random } from './graph.ts'

const MOST_GROWN = 40

/** `message` with one to four mistakes, or bytes of no message at all. */
export function spoil(message: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  if (random(8) === 0) return randomBytes(random)
  let spoiled: Uint8Array = message.slice()
  for (let count = 1 + random(4); count > 0; count--) spoiled = spoilOnce(spoiled, others, random)
  return spoiled
}

function spoilOnce(message: Uint8Array, others: readonly Uint8Array[], random: Random): Uint8Array {
  const at = random(message.length + 1)
  switch (random(10)) {
    case 0:
      return message.slice(0, at)
    case 1:
      return joined(message.subarray(0, at), randomBytes(random), message.subarray(at))
    case 2:
      return joined(message.subarray(0, at), message.subarray(at + random(16)))
    case 3: {
      // The beginning of one message and the end of another.
      const other = others[random(others.length)]!
      return joined(message.subarray(0, at), other.subarray(random(other.length)))
    }
    case 4:
      // Part of it again: nested once more, or referred to once too often.
      return joined(message.subarray(0, at), message.subarray(random(at + 1)))
    default:
      if (at < message.length) spoilByte(message, at, random)
      return message
  }
}

function spoilByte(message: Uint8Array, at: number, random: Random): void {
  switch (random(6)) {
    case 0:
      message[at] = random(256)
      return
    case 1:
      message[at]! ^= 1 << random(8)
      return
    case 2:
      // A tag where a length was, or another tag.
      message[at] = 0xc0 + random(64)
      return
    case 3:
      message.fill(0xff, at, at + random(9))
      return
    case 4:
      message[at]! += random(2) === 0 ? 1 : -1
      return
    default:
      message.copyWithin(at, random(message.length), random(message.length))
  }
}

function randomBytes(random: Random): Uint8Array {
  const bytes = Uint8Array.from({ length: 1 + random(MOST_GROWN) }, () =>
    random(2) === 0 ? 0xc0 + random(64) : random(256),
  )
  // Else most would end at unknown flags.
  if (random(2) === 0) bytes[0] = random(8)
  return bytes
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
