/** MessagePack to values, by hand: what writer.ts writes. */

/** Longer texts are read by the platform. */
const MOST_BY_LOOP = 24
/** A power of two. */
const KEPT_KEYS = 1024

interface KeptKey {
  readonly bytes: Uint8Array
  readonly text: string
}

export class PackReader {
  at = 0
  readonly #bytes: Buffer
  readonly #view: DataView
  readonly #keys: (KeptKey | undefined)[] = Array.from({ length: KEPT_KEYS }, () => undefined)

  constructor(memory: ArrayBufferLike) {
    this.#bytes = Buffer.from(memory)
    this.#view = new DataView(memory)
  }

  value(): unknown {
    const tag = this.#bytes[this.at++]!
    if (tag < 0x80) return tag
    if (tag < 0x90) return this.#record(tag & 0x0f)
    if (tag < 0xa0) return this.#array(tag & 0x0f)
    if (tag < 0xc0) return this.text(tag & 0x1f)
    if (tag >= 0xe0) return tag - 0x100
    return this.#tagged(tag)
  }

  /** Trick: equal keys come again and again, so their texts are kept and found by their bytes. */
  key(length: number): string {
    const start = this.at
    let hash = length
    for (let at = start; at < start + length; at++) hash = (hash * 31 + this.#bytes[at]!) | 0
    const place = hash & (KEPT_KEYS - 1)
    const kept = this.#keys[place]
    if (kept !== undefined && this.#isAt(start, length, kept.bytes)) {
      this.at += length
      return kept.text
    }
    const text = this.text(length)
    this.#keys[place] = { bytes: Uint8Array.from(this.#bytes.subarray(start, start + length)), text }
    return text
  }

  text(length: number): string {
    const start = this.at
    this.at += length
    if (length > MOST_BY_LOOP) return this.#bytes.toString('utf8', start, this.at)
    let text = ''
    for (let at = start; at < this.at; at++) {
      const byte = this.#bytes[at]!
      if (byte > 0x7f) return this.#bytes.toString('utf8', start, this.at)
      text += String.fromCharCode(byte)
    }
    return text
  }

  #tagged(tag: number): unknown {
    const view = this.#view
    const at = this.at
    switch (tag) {
      case 0xc0:
        return null
      case 0xc2:
        return false
      case 0xc3:
        return true
      case 0xc6:
        return this.#binary()
      case 0xcb:
        this.at += 8
        return view.getFloat64(at)
      case 0xcc:
        this.at += 1
        return view.getUint8(at)
      case 0xcd:
        this.at += 2
        return view.getUint16(at)
      case 0xce:
        this.at += 4
        return view.getUint32(at)
      case 0xd0:
        this.at += 1
        return view.getInt8(at)
      case 0xd1:
        this.at += 2
        return view.getInt16(at)
      case 0xd2:
        this.at += 4
        return view.getInt32(at)
      case 0xd9:
      case 0xda:
      case 0xdb:
        return this.text(this.#length(tag - 0xd9))
      case 0xdc:
      case 0xdd:
        return this.#array(this.#length(tag - 0xdb))
      case 0xde:
      case 0xdf:
        return this.#record(this.#length(tag - 0xdd))
      default:
        throw new RangeError(`Cannot read the tag ${tag} at ${at - 1}`)
    }
  }

  /** `power`: of two, how many bytes it has. */
  #length(power: number): number {
    const at = this.at
    this.at += 1 << power
    return power === 0 ? this.#view.getUint8(at) : power === 1 ? this.#view.getUint16(at) : this.#view.getUint32(at)
  }

  #array(length: number): unknown[] {
    const array: unknown[] = []
    for (let left = length; left > 0; left--) array.push(this.value())
    return array
  }

  #record(count: number): object {
    const record: Record<string, unknown> = {}
    for (let left = count; left > 0; left--) {
      const tag = this.#bytes[this.at++]!
      const key = this.key(tag < 0xc0 ? tag & 0x1f : this.#length(tag - 0xd9))
      record[key] = this.value()
    }
    return record
  }

  #binary(): Uint8Array {
    const length = this.#length(2)
    const start = this.at
    this.at += length
    return new Uint8Array(this.#bytes.subarray(start, this.at))
  }

  #isAt(start: number, length: number, bytes: Uint8Array): boolean {
    if (bytes.length !== length) return false
    for (let place = 0; place < length; place++) if (this.#bytes[start + place] !== bytes[place]) return false
    return true
  }
}
