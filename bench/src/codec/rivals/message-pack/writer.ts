/** Values to MessagePack, by hand. Each method that is a trick has a row that goes without it: ablations.ts. */

/** Longer texts are written by the platform. */
const MOST_BY_LOOP = 40

export class PackWriter {
  at = 0
  readonly bytes: Buffer
  readonly view: DataView
  readonly #keys = new Map<string, Uint8Array>()

  constructor(memory: ArrayBufferLike) {
    this.bytes = Buffer.from(memory)
    this.view = new DataView(memory)
  }

  value(value: unknown): void {
    switch (typeof value) {
      case 'number':
        return this.number(value)
      case 'string':
        return this.text(value)
      case 'boolean':
        this.bytes[this.at++] = value ? 0xc3 : 0xc2
        return
      case 'object':
        return this.#object(value)
      default:
        throw new TypeError(`MessagePack has no ${typeof value}`)
    }
  }

  /** Trick: most numbers are small, and those are asked for first. */
  number(value: number): void {
    if ((value & 0x7f) === value && !Object.is(value, -0)) this.bytes[this.at++] = value
    else this.anyNumber(value)
  }

  /** Trick: an encoded key is kept, and copied when it comes again. */
  key(key: string): void {
    const known = this.#keys.get(key)
    if (known !== undefined) {
      for (let place = 0; place < known.length; place++) this.bytes[this.at++] = known[place]!
      return
    }
    const start = this.at
    this.text(key)
    this.#keys.set(key, Uint8Array.from(this.bytes.subarray(start, this.at)))
  }

  /** Trick: a call into the platform takes longer than a loop over a short text. */
  text(text: string): void {
    if (text.length > MOST_BY_LOOP || !this.#textByLoop(text)) this.textByPlatform(text)
  }

  /** Trick: names and values one by one, without an array of pairs. */
  record(record: Readonly<Record<string, unknown>>): void {
    const keys = Object.keys(record)
    this.header(keys.length, 0x80, 16, 0xde)
    for (const key of keys) {
      this.key(key)
      this.value(record[key])
    }
  }

  /** Trick: bytes by shifts, without a DataView. */
  uint16(value: number): void {
    this.bytes[this.at++] = value >> 8
    this.bytes[this.at++] = value
  }

  /** Trick: bytes by shifts, without a DataView. */
  uint32(value: number): void {
    this.bytes[this.at++] = value >> 24
    this.bytes[this.at++] = value >> 16
    this.bytes[this.at++] = value >> 8
    this.bytes[this.at++] = value
  }

  anyNumber(value: number): void {
    const isWhole = Number.isInteger(value) && !Object.is(value, -0)
    if (!isWhole || value < -0x8000_0000 || value > 0xffff_ffff) return this.#fraction(value)
    if (value >= 0 ? value < 0x80 : value >= -0x20) this.bytes[this.at++] = value
    else if (value >= 0 ? value < 0x100 : value >= -0x80) this.#tagged8(value < 0 ? 0xd0 : 0xcc, value)
    else if (value >= 0 ? value < 0x1_0000 : value >= -0x8000) {
      this.bytes[this.at++] = value < 0 ? 0xd1 : 0xcd
      this.uint16(value)
    } else {
      this.bytes[this.at++] = value < 0 ? 0xd2 : 0xce
      this.uint32(value)
    }
  }

  textByPlatform(text: string): void {
    const headerAt = this.at
    // Enough for three bytes a character, which may be more than it takes.
    const most = text.length * 3
    this.at += most < 0x20 ? 1 : most < 0x100 ? 2 : most < 0x1_0000 ? 3 : 5
    const length = this.bytes.write(text, this.at, 'utf8')
    const end = this.at + length
    this.at = headerAt
    if (most < 0x20) this.bytes[this.at++] = 0xa0 | length
    else if (most < 0x100) this.#tagged8(0xd9, length)
    else if (most < 0x1_0000) {
      this.bytes[this.at++] = 0xda
      this.uint16(length)
    } else {
      this.bytes[this.at++] = 0xdb
      this.uint32(length)
    }
    this.at = end
  }

  /** `long`: the tag with a length of two bytes; behind it lies that of four. */
  header(length: number, short: number, limit: number, long: number): void {
    if (length < limit) this.bytes[this.at++] = short | length
    else if (length < 0x1_0000) {
      this.bytes[this.at++] = long
      this.uint16(length)
    } else {
      this.bytes[this.at++] = long + 1
      this.uint32(length)
    }
  }

  #object(value: object | null): void {
    if (value === null) {
      this.bytes[this.at++] = 0xc0
    } else if (Array.isArray(value)) {
      this.header(value.length, 0x90, 16, 0xdc)
      for (let place = 0; place < value.length; place++) this.value(value[place])
    } else if (value instanceof Uint8Array) {
      this.bytes[this.at++] = 0xc6
      this.uint32(value.length)
      this.bytes.set(value, this.at)
      this.at += value.length
    } else if (Object.getPrototypeOf(value) === Object.prototype) {
      this.record(value as Record<string, unknown>)
    } else {
      throw new TypeError(`MessagePack has no ${Object.prototype.toString.call(value)}`)
    }
  }

  #textByLoop(text: string): boolean {
    const start = this.at
    this.header(text.length, 0xa0, 0x20, 0xda)
    for (let place = 0; place < text.length; place++) {
      const code = text.charCodeAt(place)
      if (code > 0x7f) {
        this.at = start
        return false
      }
      this.bytes[this.at++] = code
    }
    return true
  }

  #fraction(value: number): void {
    this.bytes[this.at++] = 0xcb
    this.view.setFloat64(this.at, value)
    this.at += 8
  }

  #tagged8(tag: number, value: number): void {
    this.bytes[this.at++] = tag
    this.bytes[this.at++] = value
  }
}
