/** Generated code as a module, written ahead of time: for pages whose content security policy forbids `new Function`. */
import { addReady, type Factory, programKey } from '../codec/codegen.ts'
import type { AnySchema } from './constructors.ts'

const PACKAGE = '@slipring/core/schema'

/**
 * The text of a JavaScript module with all code that would be generated for the schemas, as they are: with the same options.
 * Import the module, for its effect, before the schemas are first used, also those in other modules that are equal to them.
 * Its first line says that it was made by `maker`.
 */
export function moduleOf(schemas: Iterable<AnySchema>, maker: string = `moduleOf() of ${PACKAGE}`): string {
  const entries = new Map<string, string>()
  for (const schema of schemas) {
    for (const { body, bindings } of schema.programs()) {
      const names = Object.keys(bindings)
      entries.set(programKey(names, body), `(${names.join(', ')}) => {\n${body}\n}`)
    }
  }
  const texts = Array.from(entries, ([key, factory]) => `  [${JSON.stringify(key)}, ${factory}],\n`)
  // On one line, whatever the name of a file is.
  const madeBy = maker.replace(/[\r\n\u2028\u2029]/g, ' ')
  return `// Made by ${madeBy}: do not change it, make it again when a schema has changed.
// @ts-nocheck
/* eslint-disable */\n
import { useCode } from ${JSON.stringify(PACKAGE)}\n
useCode([\n${texts.join('')}])\n`
}

/** For modules that `moduleOf` has written. */
export function useCode(entries: Iterable<readonly [key: string, factory: Factory]>): void {
  addReady(entries)
}
