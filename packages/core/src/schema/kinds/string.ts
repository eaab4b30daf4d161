/** Strings: of any characters, or of Latin-1 alone. */
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuse, refuseBytes, refuseValue } from '../misfit.ts'
import { emitGatheredText } from '../text-gathering.ts'
import { readTextOf } from '../text-stretch.ts'
import { readText, SHORT_MAX, textBytes, writeLatin1, writeText } from '../text.ts'
import { type Layout, MISFIT, NO_ROOM, Type, VARIABLE } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

const LATIN1_HEAD_MAX = SHORT_MAX + 1

export class StringType extends Type {
  readonly name: 'string' | 'latin1'
  readonly layout: Layout
  readonly #isLatin1: boolean

  constructor(isLatin1: boolean) {
    super()
    this.name = isLatin1 ? 'latin1' : 'string'
    this.#isLatin1 = isLatin1
    this.layout = { ...VARIABLE, bytes: 1, align: 1, texts: 1, hasTextsOnly: !isLatin1 }
  }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    // Also where values are not checked: without a length the tail would end nowhere.
    emitter.leaveIf(`typeof ${value} !== 'string'`)
    const text = `(${value}, bytes, view, ${addressOf(place)}, tail, end)`
    if (this.#isLatin1) return emitter.writeTail(emitter.bind('writeLatin1', writeLatin1) + text)
    const write = `tail = ${emitter.bind('writeText', writeText)}${text}\nif (tail < 0) return -1`
    if (emitter.gathering === undefined) emitter.line(write)
    else emitGatheredText(emitter, emitter.gathering, value, place, write)
  }

  emitRead(emitter: Emitter, place: Place): string {
    const { head, byteLength } = this.#emitBytes(emitter, place)
    const { stretch } = emitter
    emitter.bind('readText', readText)
    emitter.bind('readTextOf', readTextOf)
    const where = `bytes, view, ${head}, tail, ${byteLength}`
    const text = emitter.local(
      'v',
      stretch === undefined ? `readText(${where})` : `readTextOf(${stretch}, ${where}, end)`,
    )
    emitter.line(`tail += ${byteLength}`)
    return text
  }

  override emitSkip(emitter: Emitter, place: Place): void {
    emitter.line(`tail += ${this.#emitBytes(emitter, place).byteLength}`)
  }

  write(out: Output, value: unknown, at: number): void {
    if (typeof value !== 'string') refuse(this.name, value)
    const writer = this.#isLatin1 ? writeLatin1 : writeText
    const tail = writer(value, out.bytes, out.view, at, out.tail, out.end)
    if (tail === MISFIT) refuseValue(this.name, value)
    if (tail < 0) throw NO_ROOM
    out.tail = tail
  }

  read(input: Input, at: number): unknown {
    const { head, byteLength } = this.#bytesAt(input, at)
    const text = readText(input.bytes, input.view, head, input.tail, byteLength)
    input.tail += byteLength
    return text
  }

  override skip(input: Input, at: number): void {
    input.tail += this.#bytesAt(input, at).byteLength
  }

  // The head is read once: another thread may change the memory.
  #emitBytes(emitter: Emitter, place: Place): { head: string; byteLength: string } {
    emitter.bind('textBytes', textBytes)
    const head = emitter.local('n', `bytes[${addressOf(place)}]`)
    if (this.#isLatin1) {
      emitter.bind('refuseBytes', refuseBytes)
      emitter.line(`if (${head} > ${LATIN1_HEAD_MAX}) refuseBytes('no length of latin1', ${addressOf(place)})`)
    }
    return { head, byteLength: emitter.local('n', `textBytes(view, ${head}, tail, end)`) }
  }

  #bytesAt(input: Input, at: number): { head: number; byteLength: number } {
    const head = input.bytes[at]!
    if (this.#isLatin1 && head > LATIN1_HEAD_MAX) refuseBytes('no length of latin1', at)
    return { head, byteLength: textBytes(input.view, head, input.tail, input.end) }
  }
}
