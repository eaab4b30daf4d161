/**
 * Plain objects, and class instances, which arrive as plain objects: own enumerable string keys in their order. Objects
 * of a known shape are its number and their values; others are their keys and values.
 */
import { writeByte, writeTagged } from '../writer.ts'
import { enter, leave, readByte, readCount, readVarint, throwMalformed } from '../reader.ts'
import { isTracking, track } from '../identity.ts'
import { quickBrandOf } from '../brand.ts'
import { generate } from '../codegen.ts'
import { type Constructor, ConstructorTable, construct, defineProperty } from '../constructors.ts'
import { readTagged, readValue } from '../read.ts'
import { type Shape, ShapeTable, type WriteSlots } from '../shapes.ts'
import { writeValue } from '../write.ts'
import { ABSENT, END, OBJECT, SHAPE, SHAPE_DEFINITION } from '../tags.ts'
import { readTaggedText, readText, writeString } from './string.ts'

const USES_TO_COMPILE = 16

const hasOwn = Object.prototype.hasOwnProperty

let table = new ShapeTable(1)
let hasAbsentSlots = false

export interface SuspendedShapes {
  readonly table: ShapeTable
  readonly hasAbsentSlots: boolean
}

export function startWritingShapes(shapes: ShapeTable): void {
  table = shapes
  hasAbsentSlots = false
}

/** Whether a slot of the message is `ABSENT`, so far. */
export function hasWrittenAbsentSlots(): boolean {
  return hasAbsentSlots
}

export function suspendShapes(): SuspendedShapes {
  return { table, hasAbsentSlots }
}

export function resumeShapes(saved: SuspendedShapes): void {
  ;({ table, hasAbsentSlots } = saved)
}

/** Writes `value` if it has the shape that is expected next. Its prototype must be Object.prototype. */
export function writeExpected(value: object): boolean {
  const shape = table.guess(value)
  if (shape === undefined || !writeHead(shape)) return false
  if (shape.write !== undefined) shape.write(value)
  else writeWarming(value, shape)
  return true
}

/** Writes an object that is known to be plain, with a snapshot of its keys, the first of which is no index. */
export function writeKeyed(value: object, keys: readonly string[]): void {
  const shape = table.find(keys)
  // Before a shape exists, the object that gives it is looked at closely; what follows it is not.
  if (shape === undefined || (shape.id < 0 && quickBrandOf(value) !== 'Object') || !writeHead(shape)) {
    return writeObject(value, keys)
  }
  writeOwnSlots(value, keys)
}

export function writeObject(value: object, keys: readonly string[]): void {
  writeByte(OBJECT)
  writeProperties(value, keys)
}

/** Writes the properties named by `keys`, a snapshot: one that an earlier getter deleted is left out. */
export function writeProperties(value: object, keys: readonly string[]): void {
  for (const key of keys) {
    if (!hasOwn.call(value, key)) continue
    const item = (value as Record<string, unknown>)[key]
    writeString(key)
    writeValue(item)
  }
  writeByte(END)
}

function writeHead(shape: Shape): boolean {
  if (shape.id >= 0) {
    writeTagged(SHAPE, shape.id)
    return true
  }
  if (!table.define(shape)) return false
  writeTagged(SHAPE_DEFINITION, shape.keys.length)
  for (const key of shape.keys) writeString(key)
  return true
}

function writeOwnSlots(value: object, keys: readonly string[]): void {
  for (const key of keys) {
    if (hasOwn.call(value, key)) writeValue((value as Record<string, unknown>)[key])
    else writeAbsent()
  }
}

function writeAbsent(): void {
  hasAbsentSlots = true
  writeByte(ABSENT)
}

function writeWarming(value: object, shape: Shape): void {
  const { keys } = shape
  if (++shape.uses >= USES_TO_COMPILE) shape.write = compile(keys) ?? ((other) => writeOwnSlots(other, keys))
  writeOwnSlots(value, keys)
}

// A value read as undefined may be a property that a getter has deleted.
function compile(keys: readonly string[]): WriteSlots | undefined {
  const slots = keys.map((key) => {
    const name = JSON.stringify(key)
    return `item = value[${name}]; if (item === undefined && !hasOwn.call(value, ${name})) absent(); else write(item)`
  })
  const body = `return (value) => { let item; ${slots.join('\n')} }`
  return generate<WriteSlots>(body, ['write', 'absent', 'hasOwn'], [writeValue, writeAbsent, hasOwn])
}

let constructors = new ConstructorTable()
let isCareful = false

/** Starts a message; slots may be `ABSENT` only if it says so. */
export function startReadingShapes(known: ConstructorTable, mayHaveAbsentSlots: boolean): void {
  constructors = known
  isCareful = mayHaveAbsentSlots
}

export function readShapeDefinition(): object {
  const count = readCount(1)
  const keys: string[] = []
  for (let index = 0; index < count; index++) keys.push(readText())
  return readSlots(constructors.define(keys))
}

export function readShape(): object {
  const id = readVarint()
  const constructor = constructors.at(id)
  if (constructor === undefined) throwMalformed(`unknown shape ${id}`, SHAPE)
  return readSlots(constructor)
}

function readSlots(constructor: Constructor): object {
  enter()
  const value = isTracking || isCareful ? readSlotsInto(track({}), constructor.keys) : construct(constructor, readValue)
  leave()
  return value
}

// An object that others refer to has to exist before its values are read.
function readSlotsInto(value: object, keys: readonly string[]): object {
  for (const key of keys) {
    const tag = readByte()
    if (tag !== ABSENT || !isCareful) defineProperty(value, key, readTagged(tag))
  }
  return value
}

export function readObject(): object {
  const value = track({})
  readProperties(value)
  return value
}

export function readProperties(target: object): void {
  enter()
  for (;;) {
    const tag = readByte()
    if (tag === END) break
    const key = readTaggedText(tag)
    defineProperty(target, key, readValue())
  }
  leave()
}
