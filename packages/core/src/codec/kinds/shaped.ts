/** Objects of a known shape: its number and their values. A list of keys gets its number with the first of them. */
import { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import type { Constructor } from '../constructors.ts'
import { PlatformObjects } from '../platform-objects.ts'
import { defineProperty } from '../own-property.ts'
import { isIndex } from '../property-key.ts'
import { readTagged, readValue } from '../read.ts'
import { Shape, SHAPES_MAX, ShapeTable, USES_TO_SHIFT, WIDE, type WriterGear } from '../shapes.ts'
import { ABSENT, MAX_DEPTH, SHAPE, SHAPE_DEFINITION } from '../tags.ts'
import { writeValue } from '../write.ts'
import { writeAbsent, writeObject } from './object.ts'
import { writeDisguised } from './other.ts'
import { readText, writeString } from './string.ts'

const hasOwn = Object.prototype.hasOwnProperty
const objectPrototype = Object.prototype
const { create: createObject, setPrototypeOf } = Object

/** Writes an object that is no array and inherits from `Object.prototype` alone. */
export function writePlain(out: Writer, value: object): void {
  const { shapes } = out
  let end = shapes.root
  for (const key in value) end = end.nextKey === key ? end.next! : shapes.step(end, key)
  const shape = end.shape ?? shapes.meet(end)
  // An inherited key comes last, in case a program has given Object.prototype one.
  if (shape === undefined || shape.lastKey in objectPrototype) return writeUnshaped(out, value)
  if (shape.id < 0) return writeFirst(out, value, shape)
  if (shape.id > 0x7f) out.tagged(SHAPE, shape.id)
  else {
    const { bytes, position } = out
    bytes[position] = SHAPE
    bytes[position + 1] = shape.id
    out.position = position + 2
  }
  if (shape.write === undefined) writeSlots(out, value, shape)
  else shape.write(out, value)
}

/** Writes the values of a plain object of a shape. */
function writeSlots(out: Writer, value: object, shape: Shape): void {
  const { keys } = shape
  const { length } = keys
  if (++shape.uses >= USES_TO_SHIFT && out.shapes.gear !== undefined)
    return writeSlotsNoting(out, value, shape, out.shapes.gear)
  for (let index = 0; index < length; index++) {
    const key = keys[index]!
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined && !hasOwn.call(value, key)) writeAbsent(out)
    else writeValue(out, item)
  }
}

/** The same of a shape that is used so often that code for it pays: it notes what the slots held. */
function writeSlotsNoting(out: Writer, value: object, shape: Shape, gear: WriterGear): void {
  const held: string[] = []
  for (const key of shape.keys) {
    const item = (value as Record<string, unknown>)[key]
    held.push(typeof item)
    if (item === undefined && !hasOwn.call(value, key)) writeAbsent(out)
    else writeValue(out, item)
  }
  gear.shift(out.shapes, shape, held)
}

/** Writes the first object of a shape. It alone is looked at closely: the look would cost a tenth of writing such an object. */
function writeFirst(out: Writer, value: object, shape: Shape): void {
  if (writeDisguised(out, value)) return
  if (!writeDefinition(out, shape)) return writeObject(out, value, Object.keys(value))
  writeSlots(out, value, shape)
}

function writeUnshaped(out: Writer, value: object): void {
  const keys = Object.keys(value)
  // An array, Map, Date or `arguments` whose prototype was set to this shows no keys, or indices first.
  if ((keys.length === 0 || isIndex(keys[0]!)) && writeDisguised(out, value)) return
  writeObject(out, value, keys)
}

/** Writes an object of a class of the program, or any other that has properties alone: what it inherits does not count. */
export function writeKeyed(out: Writer, value: object): void {
  const keys = Object.keys(value)
  const shape = out.shapes.find(keys)
  if (shape === undefined) return writeObject(out, value, keys)
  if (shape.id >= 0) out.tagged(SHAPE, shape.id)
  else if (!writeDefinition(out, shape)) return writeObject(out, value, keys)
  for (const key of keys) {
    if (hasOwn.call(value, key)) writeValue(out, (value as Record<string, unknown>)[key])
    else writeAbsent(out)
  }
}

function writeDefinition(out: Writer, shape: Shape): boolean {
  if (!out.shapes.define(shape)) return false
  const { keys } = shape
  out.tagged(SHAPE_DEFINITION, keys.length)
  for (const key of keys) writeString(out, key)
  return true
}

export function readShapeDefinition(input: Reader): object {
  return readSlots(input, define(input))
}

export function readShape(input: Reader): object {
  const { position, bytes, end, shapes } = input
  const id = position < end ? bytes[position]! : SHAPES_MAX
  // Nearly every number is a byte.
  if (id > 0x7f || id >= shapes.known.length) return readSlots(input, lookUp(input))
  input.position = position + 1
  return readSlots(input, shapes.known[id]!)
}

/** Reads what follows `SHAPE_DEFINITION` or `SHAPE` into an empty object. */
export function readShapeInto(input: Reader, value: object, isDefinition: boolean): void {
  input.enter()
  readSlotsInto(input, value, (isDefinition ? define(input) : lookUp(input)).keys)
  input.leave()
}

function define(input: Reader): Constructor {
  const expected = input.shapes.expected(input)
  if (expected !== undefined) return input.shapes.define(input, expected)
  const count = input.count(1)
  const keys: string[] = []
  for (let index = 0; index < count; index++) keys.push(readText(input))
  const constructor = input.shapes.intern(input, keys)
  // From the keys and not from the message, whose bytes may have changed since. Most lists of keys in dictionaries come once.
  if (constructor.isKnown) constructor.definition ??= encodeDefinition(keys)
  return input.shapes.define(input, constructor)
}

function encodeDefinition(keys: readonly string[]): Uint8Array {
  const out = new Writer(new PlatformObjects(false), new ShapeTable(1))
  writeDefinition(out, new Shape(keys))
  return out.copyFrom(1)
}

/** The shape whose number comes next. */
export function lookUp(input: Reader): Constructor {
  const id = input.varint()
  return input.shapes.at(id) ?? refuseShape(input, id)
}

function refuseShape(input: Reader, id: number): never {
  input.refuse(`unknown shape ${id}`, SHAPE)
}

/** Makes the next object of a shape, and reads its values. */
export function readSlots(input: Reader, constructor: Constructor): object {
  if (++input.depth > MAX_DEPTH) input.refuseDepth()
  const { keys, isPrepared, make } = constructor
  let value: object
  if (make !== undefined && !input.isTracking && !input.mayHaveAbsentSlots && input.depth <= constructor.depthMax)
    value = make(input)
  else if (isPrepared && !input.isCareful) {
    // It has all keys from the start, so that none need be looked for in prototypes.
    value = { ...constructor.template }
    if (input.isTracking) input.track(value)
    const { length } = keys
    const { bytes, end } = input
    for (let index = 0; index < length; index++) {
      const at = input.position
      if (at >= end) input.refuseTruncated(1)
      input.position = at + 1
      ;(value as Record<string, unknown>)[keys[index]!] = readTagged(input, bytes[at]!)
    }
    if (++constructor.uses >= USES_TO_SHIFT) input.gear?.shift(constructor, value)
  } else value = readSlotsOnce(input, constructor)
  input.depth--
  return value
}

/** The first object of a shape, of very many keys, or in a message in which a value may be missing. */
function readSlotsOnce(input: Reader, constructor: Constructor): object {
  const { keys } = constructor
  let value: object
  if (input.isCareful || keys.length < WIDE) {
    constructor.prepare()
    value = readSlotsInto(input, input.track({}), keys)
  } else {
    // As a dictionary, for which keys need not be looked for in prototypes. See `readDictionary` in `object.ts`.
    const dictionary = input.track(createObject(null) as Record<string, unknown>)
    for (const key of keys) dictionary[key] = readValue(input)
    value = setPrototypeOf(dictionary, objectPrototype)
  }
  if (++constructor.uses >= USES_TO_SHIFT) input.gear?.shift(constructor, value)
  return value
}

function readSlotsInto(input: Reader, value: object, keys: readonly string[]): object {
  for (const key of keys) {
    const tag = input.byte()
    if (tag !== ABSENT || !input.mayHaveAbsentSlots) defineProperty(value, key, readTagged(input, tag))
  }
  return value
}
