/** Values through the codec as through a port, and what then differs from structured clone. Runs in Node and in pages. */

import type * as codecModule from '../../src/codec/index.ts'
import type { Case } from './cases/case.ts'
import { difference } from './difference.ts'

export type Codec = Pick<typeof codecModule, 'createSpan' | 'decode' | 'Decoder' | 'encode' | 'Encoder'>

const RING_BYTES = 1 << 16
const SPAN_BYTES = 1 << 22

/** One Encoder and one Decoder, with memory between them. */
export class Line {
  readonly #codec: Codec
  readonly #encoder: codecModule.Encoder
  readonly #decoder: codecModule.Decoder
  readonly #span: codecModule.Span
  #offset = 0

  constructor(codec: Codec, memory: ArrayBufferLike = new ArrayBuffer(SPAN_BYTES)) {
    this.#codec = codec
    this.#encoder = new codec.Encoder()
    this.#decoder = new codec.Decoder()
    this.#span = codec.createSpan(memory, 0, memory.byteLength)
  }

  /** Encodes and decodes `value`. Objects that travel beside the bytes are cloned by the platform, as on a port. */
  clone(value: unknown): unknown {
    // Another place each time, as in a ring.
    const offset = (this.#offset = (this.#offset + 8) % RING_BYTES)
    const end = this.#encoder.encode(value, this.#span, offset, this.#span.bytes.length)
    const platformObjects = this.#clonePlatformObjects()
    if (end >= 0) return this.#decoder.decode(this.#span, offset, end, platformObjects)
    const { bytes, view } = this.#codec.createSpan(
      this.#encoder.spilled().slice().buffer,
      0,
      this.#encoder.spilled().length,
    )
    return this.#decoder.decode({ bytes, view }, 0, bytes.length, platformObjects)
  }

  /** Whether the last message had objects that travel beside its bytes. */
  get hadPlatformObjects(): boolean {
    return this.#encoder.platformObjects.length > 0
  }

  #clonePlatformObjects(): readonly unknown[] {
    const { platformObjects } = this.#encoder
    if (platformObjects.length === 0) return []
    try {
      return structuredClone(platformObjects)
    } catch (error) {
      this.#encoder.rollback()
      throw error
    }
  }
}

/** The result of an attempt: a value, or the error that it threw. */
type Outcome = { readonly value: unknown } | { readonly thrown: unknown }

const POSITIONS: readonly (readonly [name: string, place: (value: unknown) => unknown])[] = [
  ['alone', (value) => value],
  ['in a record', (value) => ({ before: 1, value, after: 'end' })],
  ['twice', (value) => [value, value]],
  ['as a key', (value) => new Map([[value, 'key'], ['value', value]])], // oxfmt-ignore
]
const NEXT = { id: 7, text: 'the next message', list: [1.5, { id: 8, text: 'naïve', list: [] }] }

/** Where and how the codec differs from structured clone in a case, if it does. */
export function differencesOf(codec: Codec, line: Line, { make, isSpentByReading }: Case): string[] {
  const found: string[] = []
  for (const [name, place] of POSITIONS) {
    const both = (clone: (value: unknown) => unknown): Outcome[] => {
      // Both made in one place, since errors know where they were made.
      const [first, second] = Array.from({ length: isSpentByReading ? 2 : 1 }, () => place(make()))
      return [outcomeOf(() => clone(first)), outcomeOf(() => structuredClone(isSpentByReading ? second : first))]
    }
    const [ours, native] = both((value) => line.clone(value)) as [Outcome, Outcome]
    const [alone, again] = both((value) => codec.decode(codec.encode(value))) as [Outcome, Outcome]
    note(`on a line, ${name}`, differenceOf(ours, native))
    // Nothing travels beside a message of its own.
    note(`by itself, ${name}`, line.hadPlatformObjects ? refusalOf(alone) : differenceOf(alone, again))
    note(`after it, ${name}`, difference(line.clone(NEXT), NEXT))
  }
  return found

  function note(where: string, what: string | undefined): void {
    if (what !== undefined) found.push(`${where}: ${what}`)
  }
}

function outcomeOf(act: () => unknown): Outcome {
  try {
    return { value: act() }
  } catch (thrown) {
    return { thrown }
  }
}

function differenceOf(ours: Outcome, native: Outcome): string | undefined {
  if ('value' in ours && 'value' in native) return difference(ours.value, native.value)
  if ('value' in ours) return `accepted, but ${nameOf(native)}`
  if ('value' in native) return `${nameOf(ours)}, but accepted`
  // An error that a getter throws comes through as it is.
  return ours.thrown === native.thrown || nameOf(ours) === nameOf(native)
    ? undefined
    : `${nameOf(ours)}, but ${nameOf(native)}`
}

function refusalOf(outcome: Outcome): string | undefined {
  const name = nameOf(outcome)
  return name.startsWith('DOMException DataCloneError') ? undefined : `${name}, but nothing travels beside these bytes`
}

function nameOf(outcome: Outcome): string {
  if ('value' in outcome) return 'accepted'
  const { thrown } = outcome
  if (typeof DOMException === 'function' && thrown instanceof DOMException)
    return `DOMException ${thrown.name} ${thrown.code}`
  return thrown instanceof Error ? `${thrown.name}` : `threw ${String(thrown)}`
}
