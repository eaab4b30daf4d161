/** Random messages of the soak test, and digests of them that both sides compute for themselves. */

/** The value of a message, and the buffers to transfer with it. */
export interface Parcel {
  readonly value: unknown
  readonly transfer: ArrayBuffer[]
}

type Random = () => number

/**
 * A value of a random kind and size. Mostly small, always if it is calm: else a few in a thousand take the native port or a
 * larger ring.
 */
export function parcelOf(random: Random, isCalm: boolean): Parcel {
  const kind = random() % 1000
  if (isCalm) return { value: valueOf(random, 1), transfer: [] }
  if (kind < 2) return { value: filled(random, 300_000 + (random() % 1_500_000)), transfer: [] }
  if (kind < 6) {
    const { buffer } = filled(random, random() % 50_000)
    return { value: { buffer }, transfer: [buffer] }
  }
  if (kind < 8) {
    const shared = new SharedArrayBuffer(64)
    new Uint8Array(shared).set(filled(random, 64))
    return { value: { shared }, transfer: [] }
  }
  return { value: kind < 60 ? filled(random, random() % 20_000) : valueOf(random, 3), transfer: [] }
}

function valueOf(random: Random, depth: number): unknown {
  switch (random() % (depth === 0 ? 7 : 11)) {
    case 0:
      return random() % 2 === 0 ? random() % 1000 : (random() - 2 ** 31) / 7
    case 1:
      return textOf(random)
    case 2:
      return random() % 2 === 0
    case 3:
      return [null, undefined, NaN, -0][random() % 4]
    case 4:
      return BigInt(random()) * BigInt(random())
    case 5:
      return new Date(random() * 1000)
    case 6:
      return Float64Array.from({ length: random() % 20 }, random)
    case 7:
      return Array.from({ length: random() % 12 }, () => valueOf(random, depth - 1))
    case 8:
      return new Map(Array.from({ length: random() % 5 }, (_, index) => [index, valueOf(random, depth - 1)]))
    case 9:
      return new Set([random(), textOf(random)])
    default:
      return { id: random(), name: textOf(random), at: random() / 3, inner: valueOf(random, depth - 1) }
  }
}

function textOf(random: Random): string {
  const unit = ['ab', 'ÿ', '☃', '𝒳'][random() % 4]!
  return unit.repeat(random() % (random() % 50 === 0 ? 3000 : 20))
}

function filled(random: Random, length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(length).fill(random())
}

/** A running FNV-1a digest over kinds, lengths and contents. */
export class Digest {
  #hash = 0x811c9dc5

  get value(): number {
    return this.#hash >>> 0
  }

  add(value: unknown): void {
    if (typeof value !== 'object' || value === null)
      this.#addText(`${typeof value} ${String(value)} ${Object.is(value, -0)}`)
    else if (value instanceof Date) this.#addText(`date ${value.getTime()}`)
    else if (value instanceof ArrayBuffer || value instanceof SharedArrayBuffer) this.#addBytes(new Uint8Array(value))
    else if (ArrayBuffer.isView(value)) this.#addView(value)
    else if (value instanceof Map || value instanceof Set) this.#addAll(value.constructor.name, value)
    else if (Array.isArray(value)) this.#addAll('array', value)
    else this.#addAll('object', Object.entries(value))
  }

  #addAll(name: string, values: Iterable<unknown>): void {
    this.#addText(name)
    for (const value of values) this.add(value)
    this.#addText('end')
  }

  #addView(view: ArrayBufferView): void {
    this.#addText(view.constructor.name)
    this.#addBytes(new Uint8Array(view.buffer, view.byteOffset, view.byteLength))
  }

  #addBytes(bytes: Uint8Array): void {
    this.#addWord(bytes.length)
    // All of a small one, and of a large one every so many: a shift or a torn copy shows in the ends as well.
    const step = 1 + (bytes.length >> 12)
    for (let index = 0; index < bytes.length; index += step) this.#addWord(bytes[index]!)
    if (bytes.length > 0) this.#addWord(bytes.at(-1)!)
  }

  #addText(text: string): void {
    this.#addWord(text.length)
    for (let index = 0; index < text.length; index++) this.#addWord(text.charCodeAt(index))
  }

  #addWord(word: number): void {
    this.#hash = Math.imul(this.#hash ^ word, 0x01000193)
  }
}
