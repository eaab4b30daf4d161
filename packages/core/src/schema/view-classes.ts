/** Generated classes of views: the getters have the offsets of their fields in them. */
import { emitBitsOf } from './bits.ts'
import { type Cell, messageCell } from './cell.ts'
import { programOf } from './compile.ts'
import type { Program } from './program.ts'
import { refuseTruncated } from './misfit.ts'
import { Emitter, type Place, quote, sum } from './emitter.ts'
import { emitArray, emitElementsRead } from './kinds/elements.ts'
import { PlannedType } from './planned.ts'
import type { Placed, Plan } from './plan.ts'
import {
  BYTES,
  COPY,
  DEPTH,
  END,
  FOUND,
  FOUND_TAIL,
  HEAD,
  LENGTH,
  ListRecordView,
  NEXT,
  OPEN_ELEMENT,
  partField,
  PARTS,
  RecordView,
  requireHeld,
  TAIL,
  VIEW,
  wholePlace,
} from './record-view.ts'
import type { Type } from './type.ts'

const RUNTIME = {
  BYTES,
  COPY,
  END,
  FOUND,
  FOUND_TAIL,
  HEAD,
  LENGTH,
  ListRecordView,
  NEXT,
  OPEN_ELEMENT,
  PARTS,
  RecordView,
  requireHeld,
  TAIL,
  VIEW,
  wholePlace,
}
const LOCALS: readonly (readonly [name: string, declaration: string])[] = [
  ['bytes', 'const bytes = this[BYTES]'],
  ['view', 'const view = this[VIEW]'],
  ['end', 'const end = this[END]'],
  ['tail', 'let tail = this[TAIL]'],
]
const DEPTH_LOCAL = ['depth', 'const depth = this[DEPTH]'] as const
/** Fields whose tails a getter goes past by code of its own, at most. */
const SKIPPED_IN_PLACE = 16
const HEAD_PLACE = { base: 'head', offset: 0, bits: [], bit: 0 } as const

/**
 * Emits what points the view in the next slot at a value, and returns the local that has it. In place, not by a function:
 * one for all classes would have to ask which class it is, for every store.
 */
export function emitPartOpened(
  emitter: Emitter,
  className: string,
  head: string,
  hasTail: boolean,
  length: string | undefined = undefined,
): string {
  const { made } = nextPart(emitter, className)
  const part = emitter.local('part', made)
  // To compare is cheaper than to store an object, and mostly it is the same memory.
  emitter.line(
    `if (${part}[VIEW] !== view) {\n${part}[BYTES] = this[BYTES]\n${part}[VIEW] = view\n}\n${part}[HEAD] = ${head}`,
  )
  if (hasTail) emitter.line(`${part}[TAIL] = tail\n${part}[END] = end`)
  if (length !== undefined) {
    emitter.line(`${part}[LENGTH] = ${length}\n${part}[FOUND] = 0\n${part}[FOUND_TAIL] = tail`)
  }
  return part
}

/** The property of the next view, and an expression that makes the view when it is first asked. */
function nextPart(emitter: Emitter, className: string): { field: string; made: string } {
  const slot = emitter.nextSlot()
  const field = `this[${emitter.bind(`PART${slot}`, partField(slot))}]`
  const { hasDepth, levels } = emitter
  const depth = hasDepth ? sum('this[DEPTH]', levels) : ''
  return { field, made: `${field} ?? (${field} = this[PARTS][${slot}] = new ${className}(${depth}))` }
}

export function structViewClass(emitter: Emitter, type: PlannedType): string {
  return emitter.functionFor(type, 'StructView', (name) => {
    bindRuntime(emitter)
    const getters = type.plan.shown.map((field) => getterText(emitter, type.plan, field))
    const copy = copyText(emitter, () => type.emitRead(emitter, HEAD_PLACE), hidesCopy(type.plan) ? '[COPY]' : 'copy')
    return `class ${name} extends RecordView {\n${constructorText(emitter)}${getters.join('\n')}\n${copy}\n}`
  })
}

export function listViewClass(emitter: Emitter, cell: Cell): string {
  // Lists of the same elements are of one class, and code that goes through several of them knows it.
  return emitter.functionFor(cell.type, 'ListView', (name) => {
    bindRuntime(emitter)
    const copy = copyText(emitter, () => {
      const length = emitter.local('n', 'this.length')
      const array = emitArray(emitter, length)
      emitElementsRead(emitter, cell, length, 'head', array)
      return array
    })
    // The view of the elements stays the same. Numbers are stored without comparing: 0 equals -0.
    const elementHead = `const head = this[HEAD] + index * ${cell.bytes}`
    const { opening, element } = loopText(emitter, cell)
    const body = `${opening}at(position) {
let index = position | 0
if (index !== position) index = wholePlace(position)
if (index < 0) index += this[LENGTH]
if (!(index >= 0 && index < this[LENGTH])) return requireHeld(this)
${withLocals(
  emitter,
  emitter.capture(() => emitter.line(`return ${emitElement(emitter, cell)}`)),
  elementHead,
)}
}
next() {
const index = this[NEXT]
if (index >= this[LENGTH]) {
requireHeld(this)
this.value = undefined
this.done = true
return this
}
this[NEXT] = index + 1
${withLocals(emitter, element, elementHead)}
return this
}
${copy}`
    return `class ${name} extends ListRecordView {\n${constructorText(emitter, true)}${body}\n}`
  })
}

/** A class whose one property, `content`, is the view of a part, as `emit` makes it: for what would be in many getters. */
export function contentViewClass(emitter: Emitter, key: Type, emit: (place: Place) => string): string {
  return emitter.functionFor(key, 'ContentView', (name) => {
    bindRuntime(emitter)
    const content = emitter.capture(() => emitter.line(`return ${emit(HEAD_PLACE)}`))
    return `class ${name} extends RecordView {\n${constructorText(emitter)}get content() {\n${withLocals(emitter, content)}\n}\n}`
  })
}

/** The class that holds the view of a message. In it, not in one function for all classes: see `emitPartOpened`. */
export function messageViewProgram(type: Type): Program {
  const emitter = new Emitter(false)
  const cell = messageCell(type)
  emitter.hasDepth = type.layout.steps !== 0
  bindRuntime(emitter)
  emitter.bind('refuseTruncated', refuseTruncated)
  const content = emitter.capture(() => emitter.line(`return ${cell.emitView(emitter, 'head')}`))
  const copy = copyText(emitter, () => cell.emitRead(emitter, 'head'))
  return programOf(
    emitter,
    `return class MessageView extends RecordView {
${constructorText(emitter)}open(bytes, view, head, end) {
if (${cell.bytes} > end - head) refuseTruncated(${cell.bytes}, head, end)
this[BYTES] = bytes
this[VIEW] = view
this[HEAD] = head
this[TAIL] = head + ${cell.bytes}
this[END] = end
return this.content
}
get content() {
${withLocals(emitter, content)}
}
${copy}
}`,
  )
}

// All fields from the start, so that views of a class stay of one hidden class. In it, since one constructor for all classes would
// have to ask for each field which class it is.
function constructorText({ slots, hasDepth }: Emitter, isList = false): string {
  const parts = Array.from({ length: slots }, (_, slot) => `this[PART${slot}] = `).join('')
  return `constructor(depth = 0) {
super()
this[BYTES] = this[VIEW] = ${isList ? 'this.value = ' : ''}${parts}undefined
this[HEAD] = this[TAIL] = this[END] = ${isList ? 'this[LENGTH] = this[NEXT] = this[FOUND] = this[FOUND_TAIL] = ' : ''}0
this[PARTS] = []
${hasDepth ? 'this[DEPTH] = depth' : ''}
}
`
}

/** Whether a field is in the place of the view's own `copy()`. */
export function hidesCopy({ shown }: Plan): boolean {
  return shown.some(({ name }) => name === 'copy')
}

function getterText(emitter: Emitter, plan: Plan, field: Placed): string {
  const body = emitter.capture(() => {
    const before = variableBefore(plan, field)
    const inPlace = before.length % SKIPPED_IN_PLACE
    emitSkippedTo(emitter, plan, before.slice(0, before.length - inPlace))
    const bits = emitSkips(emitter, plan, before.slice(before.length - inPlace), field)
    const { type, offset, bit } = field
    emitter.line(`return ${type.emitView(emitter, { base: 'head', offset, bits, bit })}`)
  })
  return `get [${quote(field.name)}]() {\n${withLocals(emitter, body)}\n}`
}

/** Whole portions of fields are skipped by functions, each of which calls the one before: or a wide struct's code would be as its square. */
function emitSkippedTo(emitter: Emitter, plan: Plan, fields: readonly Placed[]): void {
  const last = fields.at(-1)
  if (last === undefined) return
  const skip = emitter.functionFor(last, 'skipFields', (name) => {
    const body = emitter.capture(() => {
      emitSkippedTo(emitter, plan, fields.slice(0, -SKIPPED_IN_PLACE))
      emitSkips(emitter, plan, fields.slice(-SKIPPED_IN_PLACE))
    })
    return `const ${name} = (bytes, view, head, tail, end) => {\n${body}\nreturn tail\n}`
  })
  emitter.line(`tail = ${skip}(bytes, view, head, tail, end)`)
}

/** Returns the locals with the bits of the fields that are skipped, and of another. */
function emitSkips(emitter: Emitter, plan: Plan, fields: readonly Placed[], other?: Placed): readonly string[] {
  const bits = emitBitsOf(emitter, 'head', plan.bitsAt, other === undefined ? fields : [...fields, other])
  for (const { type, offset, bit } of fields) type.emitSkip(emitter, { base: 'head', offset, bits, bit })
  return bits
}

/** The fields whose tails come before that of a field. */
export function variableBefore({ order }: Plan, field: Placed): readonly Placed[] {
  if (field.type.layout.isFixed) return []
  return order.slice(0, order.indexOf(field)).filter(({ type }) => !type.layout.isFixed)
}

function copyText(emitter: Emitter, emit: () => string, name = 'copy'): string {
  const body = emitter.capture(() => emitter.line(`return ${emit()}`))
  return `${name}() {\n${withLocals(emitter, body)}\n}`
}

/**
 * One element in `next`, and the methods that it needs. The view of structs has its memory before the first one, from
 * a method that `next` all but never calls: so engines see that a loop stores nothing but places, and need not load the
 * memory again for each element.
 */
function loopText(emitter: Emitter, cell: Cell): { opening: string; element: string } {
  const { type } = cell
  // The view of a table is not that of its struct, and is not filled again either.
  if (!(type instanceof PlannedType) || type.refilled === undefined) {
    const element = emitter.capture(() => {
      const value = emitElement(emitter, cell)
      const condition = type.refilled === undefined ? '' : `if (this.value !== ${value}) `
      emitter.line(`${condition}this.value = ${value}`)
    })
    return { opening: '', element }
  }
  const { field, made } = nextPart(emitter, structViewClass(emitter, type))
  const opening = `[Symbol.iterator]() {
this[OPEN_ELEMENT]()
return this.start()
}
[OPEN_ELEMENT]() {
const part = ${made}
part[BYTES] = this[BYTES]
part[VIEW] = this[VIEW]
return (this.value = part)
}
`
  const element = emitter.capture(() => {
    emitTailFound(emitter, cell)
    emitter.line(`let part = ${field}
if (part === undefined || part[VIEW] !== view) part = this[OPEN_ELEMENT]()
part[HEAD] = head`)
    if (!type.layout.isFixed) emitter.line('part[TAIL] = tail\npart[END] = end')
  })
  return { opening, element }
}

function emitElement(emitter: Emitter, cell: Cell): string {
  emitTailFound(emitter, cell)
  return cell.emitView(emitter, 'head')
}

// Tails are found from the last one that was: going through the list is one step for each element.
function emitTailFound(emitter: Emitter, cell: Cell): void {
  if (cell.type.layout.isFixed) return
  const skip = emitter.functionFor(cell, 'skipElement', (name) => {
    const body = emitter.capture(() => cell.emitSkip(emitter, 'head'))
    return `const ${name} = (bytes, view, head, tail, end) => {\n${body}\nreturn tail\n}`
  })
  emitter.line(`let found = this[FOUND]
if (index < found) found = 0
else tail = this[FOUND_TAIL]
for (let at = this[HEAD] + found * ${cell.bytes}; found < index; found++, at += ${cell.bytes}) {
tail = ${skip}(bytes, view, at, tail, end)
}
this[FOUND] = index
this[FOUND_TAIL] = tail`)
}

// Only those that are used: engines inline what is short.
function withLocals({ hasDepth }: Emitter, body: string, head = 'const head = this[HEAD]'): string {
  const locals = hasDepth ? [...LOCALS, DEPTH_LOCAL] : LOCALS
  const declared = [['head', head] as const, ...locals].filter(([name]) => new RegExp(`\\b${name}\\b`).test(body))
  return [...declared.map(([, declaration]) => declaration), body].join('\n')
}

function bindRuntime(emitter: Emitter): void {
  for (const [name, value] of Object.entries(RUNTIME)) emitter.bind(name, value)
  if (emitter.hasDepth) emitter.bind('DEPTH', DEPTH)
}
