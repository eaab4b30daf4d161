/**
 * Run with `--disallow-code-generation-from-strings`: uses the module whose address is in its arguments, and prints for each
 * schema whether code was used, and what comes back.
 */

import { argv } from 'node:process'
import { generate } from '../../src/codec/codegen.ts'
import { schemas, values } from './ahead-schemas.ts'

const isForbidden = generate('return 1', {}) === undefined
await import(argv[2]!)
const results = schemas.map((schema, index) => {
  const bytes = schema.encode(values[index])
  const view = schema.view(bytes) as { copy?: () => unknown }
  const interpreted = schema.with({ codegen: 'never' })
  return {
    // Views of the interpreter are of classes that it makes by this function.
    isGenerated: Object.getPrototypeOf(view) !== Object.getPrototypeOf(interpreted.view(bytes)),
    value: schema.decode(bytes),
    copy: view.copy?.(),
    isSame: JSON.stringify([...bytes]) === JSON.stringify([...interpreted.encode(values[index])]),
  }
})
console.log(JSON.stringify({ isForbidden, results }))
