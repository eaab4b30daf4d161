/**
 * Functions that are generated for one shape. They read `object.a` where the engine expects `a`, and make `{ a: …, b: … }` at
 * once.
 *
 * They are made with `new Function` when a shape has been used often. A content security policy may forbid that: the first
 * refusal is remembered. Names enter the text only through JSON.stringify.
 */

import { isStackOverflow } from './stack-overflow.ts'

type Generate = (...parts: string[]) => (...bindings: unknown[]) => unknown

let isAllowed = true

/** Makes the function of a program from the values of its bindings. */
export type Factory = (...bindings: never[]) => unknown

/** Code that was generated ahead of time, by its `programKey`. For pages that forbid to generate it. */
const ready = new Map<string, Factory>()

/** Adds code that was generated ahead of time. It is used wherever the very same code would be generated. */
export function addReady(entries: Iterable<readonly [key: string, factory: Factory]>): void {
  for (const [key, factory] of entries) ready.set(key, factory)
}

/** A key of a program: equal for equal programs, and hardly ever equal for different ones. */
export function programKey(names: readonly string[], body: string): string {
  let low = 0x5eed5eed
  let high = 0x41c64e6d
  const text = `${names.join()}\n${body}`
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    low = Math.imul(low ^ code, 0x85ebca77)
    high = Math.imul(high ^ code ^ (low >>> 15), 0xc2b2ae3d)
  }
  return `${text.length.toString(36)}-${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`
}

/**
 * Forbids this thread to generate code from now on. Everything goes on working, more slowly. It is for pages whose content
 * security policy forbids generated code. Slipring stops at the first refusal, but the browser may report that as a violation, so
 * call this before the first message.
 */
export function forbidCodegen(isForbidden = true): void {
  isAllowed = !isForbidden
}

/**
 * The end of a body: a function that is called soon. In parentheses engines compile it together with the body. Without them
 * engines only look for its end, and read it again at its first call (docs/decisions/0008).
 */
export function returned(func: string): string {
  return `return (${func})`
}

/** Compiles `body`, in which the names of `bindings` mean their values. Undefined if code may not be generated. */
export function generate<T>(body: string, bindings: Readonly<Record<string, unknown>>): T | undefined {
  if (ready.size !== 0) {
    const factory = ready.get(programKey(Object.keys(bindings), body))
    if (factory !== undefined) return factory(...(Object.values(bindings) as never[])) as T
  }
  if (!isAllowed) return undefined
  let make: ReturnType<Generate>
  try {
    make = (Function as unknown as Generate)(...Object.keys(bindings), `'use strict'\n${body}`)
  } catch (error) {
    // A text that is no program is our fault. Policies throw an EvalError, programs that replace Function whatever they like.
    if (error instanceof SyntaxError) throw error
    // After a stack overflow, code may be generated again.
    if (!isStackOverflow(error)) isAllowed = false
    return undefined
  }
  return make(...Object.values(bindings)) as T
}
