/**
 * Second gear: functions are generated for a shape that has been used some thousand times. That happens in a task of its own,
 * out of the way of messages. A thread that never comes back to its event loop does it between two messages, later.
 */
import { code, type Constructor, type ReaderGear } from '../constructors.ts'
import { laterTask } from '../engine.ts'
import { type Shape, type ShapeTable, USES_TO_SHIFT, WIDE, type WriterGear } from '../shapes.ts'
import type { CodeBudget, Coded } from './code-budget.ts'
import { compileMaker, compileRowsMaker, compileRowsWriter, compileWriter } from './slots.ts'

/** After so many uses no task has come, so none will: the thread blocks for its messages. */
const USES_TO_WAIT = 4 * USES_TO_SHIFT

/** Uses of a shape that has been asked for: it has its code, or none can be generated. It is not asked for it again. */
const ASKED = -(2 ** 30)

/** Calls that generate something: one a task. */
const due: (() => void)[] = []

function request(uses: number, generate: () => void): void {
  if (uses >= USES_TO_WAIT || laterTask === undefined) return generate()
  if (uses !== USES_TO_SHIFT) return
  due.push(generate)
  if (due.length === 1) laterTask(generateNext)
}

function generateNext(): void {
  const generate = due.shift()!
  // First, for what this one throws ends the task.
  if (due.length !== 0) laterTask!(generateNext)
  generate()
}

export const writerGear: WriterGear = {
  shift: (shapes, shape, held) => {
    shape.held = held
    request(shape.uses, () => shiftWriter(shapes, shape))
  },
  shiftRows: (shapes, shape) => request(USES_TO_SHIFT + shape.runs++, () => shiftRowsWriter(shapes, shape)),
}

export const readerGear: ReaderGear = {
  shift: (constructor, value) => {
    constructor.held = heldIn(constructor, value)
    request(constructor.uses, () => shiftReader(constructor))
  },
  shiftRows: (constructor, value) => {
    constructor.held ??= heldIn(constructor, value)
    request(USES_TO_SHIFT + constructor.runs++, () => shiftRowsReader(constructor))
  },
}

function heldIn({ keys }: Constructor, value: object): readonly string[] {
  return keys.map((key) => typeof (value as Record<string, unknown>)[key])
}

function shiftWriter(shapes: ShapeTable, shape: Shape): void {
  if (shape.write !== undefined || !isAdmitted(shapes.code, shape)) return
  shape.uses = ASKED
  shape.write = compileWriter(shape.keys, shape.held!)
  // A message that stands alone must not look otherwise because of what was written before.
  if (shape.write !== undefined && shapes.sightsToDefine > 1) shapes.hasRows = true
}

function shiftRowsWriter({ code: budget }: ShapeTable, shape: Shape): void {
  if (shape.writeRows !== undefined || !isAdmitted(budget, shape)) return
  shape.runs = ASKED
  shape.writeRows = compileRowsWriter(shape.keys, shape.held!)
}

function shiftReader(constructor: Constructor): void {
  if (constructor.make !== undefined || !isAdmitted(code, constructor)) return
  constructor.uses = ASKED
  constructor.make = compileMaker(constructor.keys, constructor.held!)
}

function shiftRowsReader(constructor: Constructor): void {
  if (constructor.makeRows !== undefined || !isAdmitted(code, constructor)) return
  constructor.runs = ASKED
  constructor.makeRows = compileRowsMaker(constructor.keys, constructor.held!)
}

function isAdmitted(budget: CodeBudget, shape: Coded & { readonly keys: readonly string[] }): boolean {
  return budget.admits(shape, weightOf(shape.keys))
}

/** Keys that code is made for: of a wide shape it names them and no more. */
function weightOf({ length }: readonly string[]): number {
  return length < WIDE ? length : length >> 3
}
