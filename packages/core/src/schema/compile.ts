/** The first back end: functions generated for one type. */
import { generate, returned } from '../codec/codegen.ts'
import { messageCell } from './cell.ts'
import { Emitter } from './emitter.ts'
import { interpretWrite } from './interpret.ts'
import { refuseLeftOver, refuseTruncated } from './misfit.ts'
import type { Program } from './program.ts'
import type { Type } from './type.ts'

export function compile<T>({ body, bindings }: Omit<Program, 'defaults'>): T | undefined {
  return generate<T>(body, bindings)
}

export function writerProgram(type: Type, isChecked: boolean): Program {
  const emitter = new Emitter(isChecked)
  const cell = messageCell(type)
  const body = emitter.capture(() => cell.emitWrite(emitter, 'value', 'head'))
  // The other back end knows the way to what does not fit, so that none of that is in the code here: engines put a function
  // where it is called, and keep what it uses in registers, only as long as it is short.
  emitter.bind('explain', interpretWrite(type, isChecked))
  return programOf(
    emitter,
    returned(`(value, bytes, view, head, end) => {
misfit: {
let tail = head + ${cell.bytes}
if (tail > end) return -1
${body}
return tail
}
return explain(value, bytes, view, head, end)
}`),
  )
}

export function readerProgram(type: Type): Program {
  const emitter = new Emitter(false)
  let value = ''
  const body = emitter.capture(() => {
    value = messageCell(type).emitRead(emitter, 'head')
  })
  emitter.bind('refuseLeftOver', refuseLeftOver)
  return programOf(
    emitter,
    returned(`(bytes, view, head, end) => {
${startText(emitter, type)}
${body}
if (tail !== end) refuseLeftOver(tail, end)
return ${value}
}`),
  )
}

/** For a type that can be filled again. */
export function refillerProgram(type: Type): Program {
  const emitter = new Emitter(false)
  const body = emitter.capture(() => messageCell(type).emitReadInto(emitter, 'head', 'target'))
  return programOf(
    emitter,
    returned(`(target, bytes, view, head, end) => {
${startText(emitter, type)}
${body}
return tail
}`),
  )
}

function startText(emitter: Emitter, type: Type): string {
  const { bytes } = messageCell(type)
  emitter.bind('refuseTruncated', refuseTruncated)
  return `let tail = head + ${bytes}
if (tail > end) refuseTruncated(${bytes}, head, end)`
}

/** The function `main` with the functions that it calls. */
export function programOf(emitter: Emitter, main: string): Program {
  const { bindings, defaults } = emitter
  return { body: `let reached = 0\nconst depth = 0\n${emitter.functions()}\n${main}`, bindings, defaults }
}
