/** A writer and a reader with a method for each kind of field, as generated codecs have them. */

/** An ASCII text, by its char codes. */
type ReadText = (bytes: Uint8Array, start: number, end: number) => string

export const byLoop: ReadText = (bytes, start, end) => {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at]!)
  return text
}

export const byApply: ReadText = (bytes, start, end) =>
  String.fromCharCode.apply(null, bytes.subarray(start, end) as unknown as number[])

export class FieldWriter {
  at = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(memory: ArrayBufferLike) {
    this.#bytes = new Uint8Array(memory)
    this.#view = new DataView(memory)
  }

  byte(value: number): void {
    this.#view.setUint8(this.at++, value)
  }

  number(value: number): void {
    this.#view.setFloat64(this.at, value, true)
    this.at += 8
  }

  text(text: string): void {
    this.byte(text.length)
    for (let i = 0; i < text.length; i++) this.#bytes[this.at++] = text.charCodeAt(i)
  }
}

export class FieldReader {
  at = 0
  readonly #bytes: Uint8Array
  readonly #view: DataView
  readonly #readText: ReadText

  constructor(memory: ArrayBufferLike, readText: ReadText) {
    this.#bytes = new Uint8Array(memory)
    this.#view = new DataView(memory)
    this.#readText = readText
  }

  byte(): number {
    return this.#view.getUint8(this.at++)
  }

  number(): number {
    const value = this.#view.getFloat64(this.at, true)
    this.at += 8
    return value
  }

  text(): string {
    const start = this.at + 1
    this.at = start + this.#bytes[this.at]!
    return this.#readText(this.#bytes, start, this.at)
  }
}
