/**
 * Functions written for one shape: reading `object.a` where the engine expects `a`, making `{ a: …, b: … }` at once.
 *
 * They are made with `new Function` when a shape has been used often, and never where a content security policy forbids
 * that: the first refusal is remembered. Names enter the text only through JSON.stringify.
 */

type Generate = (...parts: string[]) => (...bindings: unknown[]) => unknown

let isAllowed = true

/** Never generates code from now on: everything goes on working, more slowly. */
export function forbidCodegen(isForbidden = true): void {
  isAllowed = !isForbidden
}

/** Compiles `body`, in which the names of `bindings` mean their values; undefined where code may not be generated. */
export function generate<T>(body: string, bindings: Readonly<Record<string, unknown>>): T | undefined {
  if (!isAllowed) return undefined
  try {
    return (Function as unknown as Generate)(
      ...Object.keys(bindings),
      `'use strict'\n${body}`,
    )(...Object.values(bindings)) as T
  } catch {
    isAllowed = false
    return undefined
  }
}
