// Deno has no `Object.prototype.__proto__`, and Node can be told so: then no object has that name, and a literal still
// takes it for the prototype.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'without-proto.process.ts')

test('where the engine has no __proto__, an own one arrives as any other property and is nobody’s prototype', () => {
  const flags = ['--conditions=slipring-source', '--disable-proto=delete']
  const result = JSON.parse(execFileSync(process.execPath, [...flags, PROGRAM], { encoding: 'utf8' }))
  expect(result).toEqual({ hasProto: false, found: [] })
})
