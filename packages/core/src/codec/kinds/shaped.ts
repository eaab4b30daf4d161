/** Objects of a known shape, its number and their values: a list of keys gets its number with the first of them. */
import { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { PlatformObjects } from '../platform-objects.ts'
import { TextDictionary } from '../dictionary.ts'
import { code, type Constructor, type Make, nextLoop } from '../constructors.ts'
import { defineProperty } from '../own-property.ts'
import { readTagged } from '../read.ts'
import { type Shape, ShapeTable, WIDE } from '../shapes.ts'
import { ABSENT, SHAPE, SHAPE_DEFINITION } from '../tags.ts'
import { FEW, writeObject, writeOwn } from './object.ts'
import { compileMaker, compileMatcher, compileWriter } from './slots.ts'
import { readText, writeString } from './string.ts'

/**
 * Compiling costs some tens of microseconds, and what was compiled is slow until the engine has done so once more: a shape
 * seen less often than this, or with more objects of other such shapes in between, is better served in a loop.
 */
const USES_TO_COMPILE = 16
const FAR_APART = 128

const objectPrototype = Object.prototype
const { create: createObject, setPrototypeOf } = Object

/** As `writeExpected`, of the object that is the message, but only by code made for its shape, which notes its identity. */
export function writeExpectedRoot(out: Writer, value: object): boolean {
  const { shapes } = out
  const shape = shapes.expected
  if (shape?.write === undefined || !isSayable(shape) || !shape.matches(value)) return false
  if (!writeHead(out, shape)) return false
  shapes.meet(shape)
  out.depth = 1
  shape.write(out, value)
  return true
}

/** Writes `value`, which must be no proxy, if it is plain and has the shape that is expected next. */
export function writeExpected(out: Writer, value: object): boolean {
  const shape = out.shapes.guess(value)
  if (shape === undefined || !isSayable(shape) || !writeHead(out, shape)) return false
  writeSlots(out, value, shape)
  out.shape = shape
  return true
}

/** Writes an object that is known to be plain, with a snapshot of its keys and the shape for them; true if by that shape. */
export function writeKeyed(out: Writer, value: object, keys: readonly string[], shape: Shape | undefined): boolean {
  if (shape === undefined || !writeHead(out, shape)) {
    writeObject(out, value, keys)
    return false
  }
  writeOwn(out, value, keys, false)
  out.shape = shape
  return true
}

/** One that no object has defined may be expected only because something that is no plain object had its keys. */
function isSayable({ id, definition }: Shape): boolean {
  return id >= 0 || definition !== undefined
}

function writeHead(out: Writer, shape: Shape): boolean {
  if (shape.id < 0) return writeNewHead(out, shape)
  out.tagged(SHAPE, shape.id)
  return true
}

function writeNewHead(out: Writer, shape: Shape): boolean {
  if (!out.shapes.define(shape)) return false
  const { definition } = shape
  if (definition === undefined) {
    const start = out.distance()
    writeDefinition(out, shape.keys)
    shape.definition = out.copyFrom(start)
  } else {
    const at = out.reserve(definition.length)
    out.bytes.set(definition, at)
  }
  return true
}

function writeDefinition(out: Writer, keys: readonly string[]): void {
  out.tagged(SHAPE_DEFINITION, keys.length)
  for (const key of keys) writeString(out, key)
}

function writeSlotsByName(out: Writer, value: object, keys: readonly string[]): void {
  out.identities.begin(value)
  writeOwn(out, value, keys, false)
}

/** Counts a use, the `loops`th of shapes that are not compiled; whether this one should be now. */
function isFrequent(shape: Shape | Constructor, loops: number): boolean {
  if (loops - shape.usedAt > FAR_APART) shape.uses = 0
  shape.usedAt = loops
  return ++shape.uses >= USES_TO_COMPILE
}

/** Writes the values of an object of a shape. */
export function writeSlots(out: Writer, value: object, shape: Shape): void {
  const { write } = shape
  if (write === undefined) writeSlotsInLoop(out, value, shape)
  else write(out, value)
}

function writeSlotsInLoop(out: Writer, value: object, shape: Shape): void {
  const { keys } = shape
  const { shapes } = out
  const loops = shapes.loops++
  if (isFrequent(shape, loops) && shapes.code.admits(shape, codeWeight(keys), loops)) {
    shape.matches = compileMatcher(keys) ?? shape.matches
    shape.write = compileWriter(keys) ?? ((output, other) => writeSlotsByName(output, other, keys))
  }
  writeOwn(out, value, keys, false)
}

export function readShapeDefinition(input: Reader): object {
  return readSlots(input, define(input))
}

export function readShape(input: Reader): object {
  return readSlots(input, lookUp(input))
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
  const out = new Writer(new PlatformObjects(false), new ShapeTable(1), new TextDictionary(false))
  writeDefinition(out, keys)
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

function readSlots(input: Reader, constructor: Constructor): object {
  input.enter()
  const value = readRow(input, constructor)
  input.leave()
  return value
}

/** Makes the next object of a shape. */
export function readRow(input: Reader, constructor: Constructor): object {
  const { make } = constructor
  if (make === undefined || input.isTracking || input.mayHaveAbsentSlots) return readRowInLoop(input, constructor)
  return make(input)
}

function readRowInLoop(input: Reader, constructor: Constructor): object {
  const { keys } = constructor
  if (input.mayHaveAbsentSlots || !input.mayMakeBare) return readSlotsInto(input, input.track({}), keys)
  if (!input.isTracking && isReady(constructor))
    constructor.make = compileBoundedMaker(constructor) ?? ((other) => readSlotsInLoop(other, constructor))
  return readSlotsInLoop(input, constructor)
}

function isReady(constructor: Constructor): boolean {
  const loops = nextLoop()
  return isFrequent(constructor, loops) && code.admits(constructor, codeWeight(constructor.keys), loops)
}

/** Keys that code is made for: of a wide shape it names them and no more. */
export function codeWeight({ length }: readonly string[]): number {
  return length < WIDE ? length : length >> 3
}

/** Only wide shapes pay for the look at the depth; of the widest the values are not all in one frame. */
function compileBoundedMaker(constructor: Constructor): Make | undefined {
  const { keys, depthMax } = constructor
  const make = compileMaker(keys)
  if (make === undefined || depthMax === Infinity || keys.length >= WIDE) return make
  return (input) => (input.depth > depthMax ? readSlotsInLoop(input, constructor) : make(input))
}

function readSlotsInLoop(input: Reader, constructor: Constructor): object {
  const { keys, isKnown } = constructor
  constructor.isKnown = true
  if (keys.length >= WIDE) return readSlotsIntoBare(input, keys)
  if (keys.length > FEW || !isKnown) return readSlotsInto(input, input.track({}), keys)
  return readSlotsIntoCopy(input, constructor)
}

// An object that others refer to has to exist before its values are read.
function readSlotsInto(input: Reader, value: object, keys: readonly string[]): object {
  for (const key of keys) {
    const tag = input.byte()
    if (tag !== ABSENT || !input.mayHaveAbsentSlots) defineProperty(value, key, readTagged(input, tag))
  }
  return value
}

// As a dictionary, for which keys need not be looked for in prototypes. See `readDictionary` in `object.ts`.
function readSlotsIntoBare(input: Reader, keys: readonly string[]): object {
  const value = input.track(createObject(null) as Record<string, unknown>)
  for (const key of keys) value[key] = readTagged(input, input.byte())
  return setPrototypeOf(value, objectPrototype)
}

// It has all keys from the start, so that none need be looked for in prototypes. Engines copy objects of a few shapes at once.
function readSlotsIntoCopy(input: Reader, { keys, template }: Constructor): object {
  const value = input.track({ ...template })
  for (const key of keys) value[key] = readTagged(input, input.byte())
  return value
}
