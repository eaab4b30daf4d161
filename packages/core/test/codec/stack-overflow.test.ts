// A stack that fills up in the middle of a message, at every distance from its end: what was begun must leave no trace.
import './soon.ts'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSpan, Decoder, encode, Encoder } from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { difference } from './difference.ts'

const BYTES = 1 << 16
/** Frames from the end of the stack at which it is tried; beyond, there is room enough. */
const FRAMES = 60
const MOST_LOCALS = 12
/** Of these, for what takes long to try. */
const FEW_FRAMES = 8

const span = createSpan(new ArrayBuffer(BYTES), 0, BYTES)
const settings = { volume: 5, title: 'a title of some length', at: { x: 1.5, y: 2 } }

type Dive = (frames: number, act: () => void) => void

/** Calls `act` so many frames above the end of the stack, whose frames are larger by `locals` variables. */
function diveOf(locals: number): Dive {
  const names = Array.from({ length: locals }, (_, index) => `v${index}`)
  return new Function(`return (frames, act) => {
  const dive = (depth) => {
    ${names.map((name, index) => `const ${name} = depth + ${index}`).join('\n')}
    let above
    try { above = dive(depth + 1) } catch { return 0 }
    if (above === frames) act()
    return above + 1 + 0 * (${['0', ...names].join(' + ')})
  }
  dive(0)
}`)() as Dive
}

const DIVES = Array.from({ length: MOST_LOCALS }, (_, locals) => diveOf(locals))

function messageOf(serial: number): object {
  const words = Array.from({ length: 16 }, () => `word ${serial}`)
  return { settings, [`key${serial}`]: { text: `a text of number ${serial}` }, list: [settings, [serial]], words }
}

function pair() {
  const encoder = new Encoder()
  const decoder = new Decoder()
  const carry = (value: unknown): unknown => decoder.decode(span, 0, encoder.encode(value, span, 0, BYTES))
  for (let round = 0; round < 20; round++) carry(messageOf(round))
  return { encoder, decoder, carry }
}

/** How the next two messages differ from what structured clone makes of them. */
function differenceAfter(carry: (value: unknown) => unknown, serial: number): string | undefined {
  for (const value of [[['other'], settings], { settings, fresh: messageOf(serial), again: messageOf(serial) }]) {
    try {
      const found = difference(carry(value), structuredClone(value))
      if (found !== undefined) return found
    } catch (error) {
      return String(error)
    }
  }
  return undefined
}

test('a message that the stack was too full to encode leaves no trace in those after it', () => {
  const faults: string[] = []
  let line = pair()
  let serial = 0
  let refused = 0
  for (let frames = 0; frames < FRAMES; frames++) {
    for (const dive of DIVES) {
      const value = messageOf(++serial)
      let end = -1
      dive(frames, () => {
        try {
          end = line.encoder.encode(value, span, 0, BYTES)
        } catch {
          refused++
        }
      })
      const arrived = end < 0 ? undefined : difference(line.decoder.decode(span, 0, end), structuredClone(value))
      const found = arrived ?? differenceAfter(line.carry, serial)
      if (found === undefined) continue
      faults.push(`${frames} frames: ${found}`)
      line = pair()
    }
  }
  expect(faults).toEqual([])
  expect(refused).toBeGreaterThan(MOST_LOCALS)
})

test('a message that overflowed the stack again and again, until there was just enough, leaves no trace either', () => {
  const { encoder, decoder, carry } = pair()
  const value = messageOf(1)
  let end = -1
  let refused = 0
  // From the end of the stack upwards.
  const dive = (): void => {
    try {
      dive()
    } catch {
      // The stack was full.
    }
    if (end >= 0) return
    try {
      end = encoder.encode(value, span, 0, BYTES)
    } catch {
      refused++
    }
  }
  dive()
  expect(refused).toBeGreaterThan(1)
  expect(difference(decoder.decode(span, 0, end), structuredClone(value))).toBeUndefined()
  expect(differenceAfter(carry, 2)).toBeUndefined()
})

test('a message that the stack was too full to decode leaves no trace in those after it', () => {
  const faults: string[] = []
  let decoder = new Decoder()
  const read = (bytes: Uint8Array): unknown => {
    decoder.forget()
    return decoder.decode(createSpan(bytes.buffer, bytes.byteOffset, bytes.length), 0, bytes.length)
  }
  const hidden = encode([messageOf(1), settings, settings, new Map([[settings, [settings]]])])
  const value = [settings, { settings }, ['x', settings]]
  const shown = encode(value)
  for (let frames = 0; frames < FRAMES; frames++) {
    for (const dive of DIVES) {
      dive(frames, () => {
        try {
          read(hidden)
        } catch {
          // The stack was full.
        }
      })
      let found: string | undefined
      try {
        found = difference(read(shown), structuredClone(value))
      } catch (error) {
        found = String(error)
      }
      if (found === undefined) continue
      faults.push(`${frames} frames: ${found}`)
      decoder = new Decoder()
    }
  }
  expect(faults).toEqual([])
})

test('an idle decoder keeps hardly ever memory of a message that the stack was too full to read', async () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const decoder = new Decoder()
  const encoded = encode([[[[[[[settings]]]]]], 'x'.repeat(200)])
  let refused = 0
  let kept = 0
  for (let trial = 0; trial < FEW_FRAMES * MOST_LOCALS; trial++) {
    // A function of its own, so that nothing here holds the copy.
    const read = (): WeakRef<ArrayBuffer> => {
      const bytes = encoded.slice()
      const copy = createSpan(bytes.buffer, 0, bytes.length)
      DIVES[trial % MOST_LOCALS]!(Math.floor(trial / MOST_LOCALS), () => {
        try {
          decoder.decode(copy, 0, bytes.length)
        } catch {
          refused++
        }
      })
      return new WeakRef(bytes.buffer)
    }
    const memory = read()
    await new Promise((resolve) => setTimeout(resolve, 0))
    collectGarbage()
    if (memory.deref() !== undefined) kept++
  }
  expect(refused).toBeGreaterThan(MOST_LOCALS)
  // Not even the call that would let go had room, then.
  expect(kept).toBeLessThan(refused / 2)
})
