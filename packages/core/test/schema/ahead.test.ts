import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { type Factory, programKey } from '../../src/codec/codegen.ts'
import { i16, list, moduleOf, struct, u8, useCode, withDefault } from '../../src/schema/index.ts'
import { schemas, values } from './ahead-schemas.ts'

// Inside the package, so that the module finds it by its name.
const folder = mkdtempSync(join(import.meta.dirname, '.ahead-'))
afterAll(() => rmSync(folder, { recursive: true }))

const PROGRAM = join(import.meta.dirname, 'ahead.process.ts')

function run(module: string): {
  isForbidden: boolean
  results: { isGenerated: boolean; value: unknown; copy: unknown; isSame: boolean }[]
} {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.mjs`)
  writeFileSync(file, module)
  const flags = ['--conditions=slipring-source', '--disallow-code-generation-from-strings']
  return JSON.parse(execFileSync(process.execPath, [...flags, PROGRAM, pathToFileURL(file).href], { encoding: 'utf8' }))
}

test('the code of a module made ahead is used where none may be generated, with the same bytes and values', () => {
  const { isForbidden, results } = run(moduleOf(schemas))
  expect(isForbidden).toBe(true)
  for (const [index, result] of results.entries()) {
    const value = JSON.parse(JSON.stringify(values[index]))
    expect(result).toEqual({ isGenerated: true, value, copy: value, isSame: true })
  }
})

test('a schema that is not in the module is interpreted', () => {
  const { results } = run(moduleOf(schemas.slice(0, 1)))
  expect(results.map(({ isGenerated }) => isGenerated)).toEqual([true, false, false, false, false])
  expect(results.map(({ value }) => value)).toEqual(values.map((value) => JSON.parse(JSON.stringify(value))))
})

const versioned = () => struct({ old: u8, added: withDefault(list(struct({ n: i16 })), [{ n: 1 }]) })

test('the code that makes a default is in the module: none is generated when a key is first absent', () => {
  const programs = versioned().programs()
  expect(programs.every(({ body }) => moduleOf([versioned()]).includes(body))).toBe(true)
  useCode(
    programs.map(({ body, bindings }) => {
      const names = Object.keys(bindings)
      return [programKey(names, body), new Function(...names, body) as Factory] as const
    }),
  )
  const refuse = vi.fn(() => {
    throw new EvalError('forbidden')
  })
  vi.stubGlobal('Function', refuse)
  try {
    const schema = versioned()
    const target = { old: 3 } as { old: number; added: { n: number }[] }
    expect(schema.decode(schema.encode(target))).toEqual({ old: 3, added: [{ n: 1 }] })
  } finally {
    vi.unstubAllGlobals()
  }
  expect(refuse).not.toHaveBeenCalled()
})

test('a module is the same each time, and has each piece of code once', () => {
  const [first] = schemas
  expect(moduleOf([first!, first!])).toBe(moduleOf([first!]))
  expect(moduleOf(schemas)).toBe(moduleOf(schemas))
})
