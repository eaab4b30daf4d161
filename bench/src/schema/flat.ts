/** Prints the functions that FlatBuffers' compiler writes for a shape: numbers alone are structs in place, all else is a table. */

import type { Shape } from './shapes.ts'

export interface Flat {
  /** Returns the offset of the root, to finish with. */
  write(builder: unknown, value: unknown): number
  /** All of the table at a position, as plain objects. */
  read(buffer: unknown, position: number): unknown
}

interface Size {
  readonly bytes: number
  readonly align: number
}

const BYTES: Readonly<Record<string, number>> = { u8: 1, u16: 2, u32: 4, f32: 4, f64: 8, bool: 1 }
const METHODS: Readonly<Record<string, string>> = {
  u8: 'Int8',
  u16: 'Int16',
  u32: 'Int32',
  f32: 'Float32',
  f64: 'Float64',
  bool: 'Int8',
}
const READS: Readonly<Record<string, string>> = { ...METHODS, u8: 'Uint8', u16: 'Uint16', u32: 'Uint32' }

/** A list stands in a table of its own. */
export function flat(shape: Shape): Flat {
  const isList = typeof shape === 'object' && 'list' in shape
  const printer = new Printer()
  const root: Shape = isList ? { struct: { list: shape } } : shape
  if (!isStruct(root)) throw new Error('FlatBuffers has tables alone')
  // Also one that could be a struct: the root is a table.
  const write = printer.writingTable(root.struct)
  const read = printer.readingTable(root.struct)
  // oxlint-disable-next-line typescript/no-implied-eval -- the printed code is what is measured
  const make = new Function(`'use strict'
${printer.functions.join('\n')}
return { write: (builder, value) => ${write}(builder, ${isList ? '{ list: value }' : 'value'}),
read: (buffer, position) => ${read}(buffer, position)${isList ? '.list' : ''} }`) as () => Flat
  return make()
}

class Printer {
  readonly functions: string[] = []
  #count = 0

  writingTable(struct: Readonly<Record<string, Shape>>): string {
    const fields = Object.entries(struct).map(([name, field], slot) => ({
      ...innerOf(field),
      value: `value.${name}`,
      slot,
    }))
    const parts = fields.filter(({ shape }) => isReferred(shape))
    const before = parts.map(({ shape, value, slot, isMaybe }) => {
      const made = this.#making(shape, value)
      return `const o${slot} = ${isMaybe ? `${value} === undefined ? 0 : ${made}` : made}`
    })
    const adding = fields.map(({ shape, value, slot, isMaybe }) => {
      if (isReferred(shape)) return `builder.addFieldOffset(${slot}, o${slot}, 0)`
      if (isStruct(shape))
        return `builder.addFieldStruct(${slot}, ${this.#writingStruct(shape.struct)}(builder, ${value}), 0)`
      const add = `builder.addField${METHODS[scalarOf(shape)]}(${slot}, ${stored(shape, value)}, ${isMaybe ? 'null' : 0})`
      return isMaybe ? `if (${value} !== undefined) ${add}` : add
    })
    return this.#function(
      'builder, value',
      [...before, `builder.startObject(${fields.length})`, ...adding, 'return builder.endObject()'].join('\n'),
    )
  }

  readingTable(struct: Readonly<Record<string, Shape>>): string {
    const fields = Object.entries(struct).map(([name, field], slot) => ({ ...innerOf(field), name, slot }))
    const sure = fields
      .filter(({ isMaybe }) => !isMaybe)
      .map(({ shape, name, slot }) => `${name}: ${isThere(slot)} ? ${this.#reading(shape)} : ${missing(shape)}`)
    const rest = fields
      .filter(({ isMaybe }) => isMaybe)
      .map(({ shape, name, slot }) => `if (${isThere(slot)}) value.${name} = ${this.#reading(shape)}`)
    return this.#function(
      'buffer, at',
      [`let o = 0\nconst value = { ${sure.join(', ')} }`, ...rest, 'return value'].join('\n'),
    )
  }

  // A table comes after all that it refers to.
  #making(shape: Shape, value: string): string {
    if (shape === 'string') return `builder.createString(${value})`
    if (isStruct(shape)) return `${this.writingTable(shape.struct)}(builder, ${value})`
    const { list } = shape as { list: Shape }
    const back = 'for (let i = list.length - 1; i >= 0; i--)'
    if (isStruct(list) && isFixed(list)) {
      const { bytes, align } = sizeOf(list)
      return `${this.#function(
        'builder, list',
        `builder.startVector(${bytes}, list.length, ${align})
${back} ${this.#writingStruct(list.struct)}(builder, list[i])\nreturn builder.endVector()`,
      )}(builder, ${value})`
    }
    if (isFixed(list)) {
      const { bytes } = sizeOf(list)
      return `${this.#function(
        'builder, list',
        `builder.startVector(${bytes}, list.length, ${bytes})
${back} builder.add${METHODS[scalarOf(list)]}(list[i])\nreturn builder.endVector()`,
      )}(builder, ${value})`
    }
    return `${this.#function(
      'builder, list',
      `const offsets = []
for (let i = 0; i < list.length; i++) offsets.push(${this.#making(list, 'list[i]')})
builder.startVector(4, list.length, 4)\n${back} builder.addOffset(offsets[i])\nreturn builder.endVector()`,
    )}(builder, ${value})`
  }

  #reading(shape: Shape): string {
    if (shape === 'string') return 'buffer.__string(at + o)'
    if (isStruct(shape)) {
      if (isFixed(shape)) return `${this.#readingStruct(shape.struct)}(buffer, at + o)`
      return `${this.readingTable(shape.struct)}(buffer, buffer.__indirect(at + o))`
    }
    if (typeof shape === 'object' && 'list' in shape) return `${this.#readingList(shape.list)}(buffer, at + o)`
    return loaded(shape, 'at + o')
  }

  #readingList(list: Shape): string {
    const stride = isFixed(list) ? sizeOf(list).bytes : 4
    return this.#function(
      'buffer, at',
      `const list = []\nconst start = buffer.__vector(at)\nconst length = buffer.__vector_len(at)
for (let i = 0; i < length; i++) list.push(${this.#readingItem(list, `start + i * ${stride}`)})\nreturn list`,
    )
  }

  #readingItem(list: Shape, at: string): string {
    if (list === 'string') return `buffer.__string(${at})`
    if (!isStruct(list)) return loaded(list, at)
    if (isFixed(list)) return `${this.#readingStruct(list.struct)}(buffer, ${at})`
    return `${this.readingTable(list.struct)}(buffer, buffer.__indirect(${at}))`
  }

  // Backwards, as the builder fills its memory.
  #writingStruct(struct: Readonly<Record<string, Shape>>): string {
    const { bytes, align } = sizeOf({ struct })
    const lines = this.#structLines(struct, 'value')
    return this.#function(
      'builder, value',
      `builder.prep(${align}, ${bytes})\n${lines.join('\n')}\nreturn builder.offset()`,
    )
  }

  #structLines(struct: Readonly<Record<string, Shape>>, value: string): string[] {
    const lines: string[] = []
    let end = sizeOf({ struct }).bytes
    for (const { name, shape, at, bytes } of placesOf(struct).toReversed()) {
      if (end > at + bytes) lines.push(`builder.pad(${end - at - bytes})`)
      if (isStruct(shape)) lines.push(...this.#structLines(shape.struct, `${value}.${name}`))
      else lines.push(`builder.write${METHODS[scalarOf(shape)]}(${stored(shape, `${value}.${name}`)})`)
      end = at
    }
    return lines
  }

  #readingStruct(struct: Readonly<Record<string, Shape>>): string {
    const fields = placesOf(struct).map(({ name, shape, at }) => {
      const place = `at + ${at}`
      return `${name}: ${isStruct(shape) ? `${this.#readingStruct(shape.struct)}(buffer, ${place})` : loaded(shape, place)}`
    })
    return this.#function('buffer, at', `return { ${fields.join(', ')} }`)
  }

  #function(parameters: string, body: string): string {
    const name = `f${this.#count++}`
    this.functions.push(`function ${name}(${parameters}) {\n${body}\n}`)
    return name
  }
}

function isStruct(shape: Shape): shape is { readonly struct: Readonly<Record<string, Shape>> } {
  return typeof shape === 'object' && 'struct' in shape
}

function isFixed(shape: Shape): boolean {
  return typeof shape === 'string' ? shape !== 'string' : isStruct(shape) && Object.values(shape.struct).every(isFixed)
}

function isReferred(shape: Shape): boolean {
  return shape === 'string' || (typeof shape === 'object' && ('list' in shape || (isStruct(shape) && !isFixed(shape))))
}

function innerOf(field: Shape): { shape: Shape; isMaybe: boolean } {
  const isMaybe = typeof field === 'object' && 'maybe' in field
  return { shape: isMaybe ? field.maybe : field, isMaybe }
}

function sizeOf(shape: Shape): Size {
  if (!isStruct(shape)) return { bytes: BYTES[scalarOf(shape)]!, align: BYTES[scalarOf(shape)]! }
  const places = placesOf(shape.struct)
  const align = Math.max(...places.map((place) => place.align))
  const last = places.at(-1)!
  return { bytes: Math.ceil((last.at + last.bytes) / align) * align, align }
}

function placesOf(struct: Readonly<Record<string, Shape>>): (Size & { name: string; shape: Shape; at: number })[] {
  let end = 0
  return Object.entries(struct).map(([name, shape]) => {
    const { bytes, align } = sizeOf(shape)
    const at = Math.ceil(end / align) * align
    end = at + bytes
    return { name, shape, at, bytes, align }
  })
}

function scalarOf(shape: Shape): string {
  return typeof shape === 'string' ? shape : 'u8'
}

function stored(shape: Shape, value: string): string {
  if (typeof shape === 'object' && 'choice' in shape) {
    return `${shape.choice.map((name, number) => `${value} === '${name}' ? ${number} : `).join('')}-1`
  }
  return shape === 'bool' ? `+${value}` : value
}

function loaded(shape: Shape, at: string): string {
  const number = `buffer.read${READS[scalarOf(shape)]}(${at})`
  if (typeof shape === 'object' && 'choice' in shape) return `${JSON.stringify(shape.choice)}[${number}]`
  return shape === 'bool' ? `!!${number}` : number
}

function isThere(slot: number): string {
  return `(o = buffer.__offset(at, ${4 + 2 * slot})) !== 0`
}

// A value that equals its default is not written.
function missing(shape: Shape): string {
  if (typeof shape === 'object' && 'choice' in shape) return JSON.stringify(shape.choice[0])
  if (shape === 'bool') return 'false'
  return isFixed(shape) && !isStruct(shape) ? '0' : 'null'
}
