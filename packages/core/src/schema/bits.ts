/** Single bits of a head, eight to a byte: in generated code they are collected in locals. */
import { type Emitter, type Place, sum } from './emitter.ts'

/** Calls `emit` with the names of new locals, and stores what it has put there from `offset` on. */
export function emitBitsWritten(
  emitter: Emitter,
  base: string,
  offset: number,
  count: number,
  emit: (bits: readonly string[]) => void,
): void {
  const names = Array.from({ length: (count + 7) >> 3 }, () => emitter.fresh('bits'))
  if (names.length > 0) emitter.line(`let ${names.map((name) => `${name} = 0`).join(', ')}`)
  emit(names)
  names.forEach((name, index) => emitter.line(`bytes[${sum(base, offset + index)}] = ${name}`))
}

/** Loads the bits from `offset` on into new locals. */
/** A field, as far as its bits are concerned. */
interface Field {
  /** Number of its first bit. */
  readonly bit: number
  readonly type: { readonly layout: { readonly bits: number } }
}

export function emitBitsRead(emitter: Emitter, base: string, offset: number, count: number): readonly string[] {
  return Array.from({ length: (count + 7) >> 3 }, (_, index) =>
    emitter.local('bits', `bytes[${sum(base, offset + index)}]`),
  )
}

/** As `emitBitsWritten`, for those of some `fields`: what the bytes have of others stays. */
export function emitBitsAdded(
  emitter: Emitter,
  base: string,
  offset: number,
  fields: readonly Field[],
  emit: (bits: readonly string[]) => void,
): void {
  const names: string[] = []
  for (const index of bitBytesOf(fields)) {
    names[index] = emitter.fresh('bits')
    emitter.line(`let ${names[index]} = 0`)
  }
  emit(names)
  names.forEach((name, index) => emitter.line(`bytes[${sum(base, offset + index)}] |= ${name}`))
}

/** As `emitBitsRead`, for those of some `fields`. */
export function emitBitsOf(
  emitter: Emitter,
  base: string,
  offset: number,
  fields: readonly Field[],
): readonly string[] {
  const names: string[] = []
  for (const index of bitBytesOf(fields)) names[index] = emitter.local('bits', `bytes[${sum(base, offset + index)}]`)
  return names
}

function bitBytesOf(fields: readonly Field[]): ReadonlySet<number> {
  const indexes = fields.flatMap(({ bit, type }) =>
    Array.from({ length: type.layout.bits }, (_, more) => (bit + more) >> 3),
  )
  return new Set(indexes)
}

/** Emits zeros over the bytes of a value that is absent. */
export function emitZeros(emitter: Emitter, { base, offset }: Place, bytes: number): void {
  let at = offset
  let left = bytes
  if (left > 64) return emitter.line(`bytes.fill(0, ${sum(base, at)}, ${sum(base, at + left)})`)
  for (; left >= 8; left -= 8, at += 8) emitter.line(`view.setFloat64(${sum(base, at)}, 0)`)
  if (left >= 4) {
    emitter.line(`view.setInt32(${sum(base, at)}, 0)`)
    left -= 4
    at += 4
  }
  for (; left > 0; left--, at++) emitter.line(`bytes[${sum(base, at)}] = 0`)
}

export function setBitAt(bytes: Uint8Array, bit: number): void {
  const place = bit % 8
  bytes[(bit - place) / 8]! |= 1 << place
}

export function isBitSetAt(bytes: Uint8Array, bit: number): boolean {
  const place = bit % 8
  return (bytes[(bit - place) / 8]! & (1 << place)) !== 0
}
