import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { schemas, values } from './ahead-schemas.ts'

const COMMAND = join(import.meta.dirname, '../../bin/slipring.mjs')
const USER = join(import.meta.dirname, 'ahead.process.ts')
const SOURCE = `import type { AnySchema } from '@slipring/core/schema'
import { schemas } from '../ahead-schemas.ts'
export const [Order, Rows, Shape, Tree, Versioned] = schemas as readonly AnySchema[]
export const count: number = schemas.length
`

// Inside the package, so that what is in it finds the package by its name.
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(import.meta.dirname, '.command-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true })
})

function run(args: readonly string[], flags: readonly string[] = [], cwd = folder) {
  const all = ['--conditions=slipring-source', ...flags, ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { cwd, encoding: 'utf8' })
  return { status, stdout, stderr }
}

function compile(name: string, text: string, ...args: string[]) {
  writeFileSync(join(folder, name), text)
  return run([COMMAND, 'compile', name, ...args])
}

test('slipring compile writes a module of all schemas that a TypeScript file exports, which is used where code may not be generated', () => {
  expect(compile('schemas.ts', SOURCE)).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(
      /^schemas\.code\.js: \d+ characters of code for Order, Rows, Shape, Tree, Versioned\n$/,
    ),
  })
  const module = pathToFileURL(join(folder, 'schemas.code.js')).href
  const used = run([USER, module], ['--disallow-code-generation-from-strings'])
  const wanted = values.map((value) => JSON.parse(JSON.stringify(value)) as unknown)
  expect(JSON.parse(used.stdout)).toEqual({
    isForbidden: true,
    results: wanted.map((value) => ({ isGenerated: true, value, copy: value, isSame: true })),
  })
  expect(wanted).toHaveLength(schemas.length)
})

test('the module is the same each time, from any folder, and says how it was made', () => {
  compile('schemas.ts', SOURCE)
  expect(compile('schemas.ts', SOURCE, '-o', 'again.js').status).toBe(0)
  expect(
    run([COMMAND, 'compile', join(folder, 'schemas.ts'), '--output', join(folder, 'third.js')], [], '/').status,
  ).toBe(0)
  const [first, ...others] = ['schemas.code.js', 'again.js', 'third.js'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  )
  expect(others).toEqual([first, first])
  expect(first!.split('\n').slice(0, 3)).toEqual([
    '// Made by slipring compile schemas.ts: do not change it, make it again when a schema has changed.',
    // For programs whose own JavaScript is checked.
    '// @ts-nocheck',
    '/* eslint-disable */',
  ])
})

test('a Node that runs no TypeScript refuses a TypeScript file, and says what to do', () => {
  writeFileSync(join(folder, 'schemas.ts'), SOURCE)
  expect(run([COMMAND, 'compile', 'schemas.ts'], ['--no-experimental-strip-types'])).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(
      /schemas\.ts: Node v\S+ runs no TypeScript, from 22\.18 on it does; or give the \.js/,
    ),
  })
})

test.each([
  ['no file is given', [], 2, 'One file is expected\nUsage: slipring compile <file> [-o <file>]'],
  ['the command is another', ['build', 'a.ts'], 2, 'Usage: slipring compile'],
  ['there are two files', ['compile', 'a.ts', 'b.ts'], 2, 'One file is expected'],
  ['an option is unknown', ['compile', 'a.ts', '--odd'], 2, "Unknown option '--odd'"],
  ['the file does not exist', ['compile', 'none.ts'], 1, 'none.ts: there is no such file'],
  ['the file is of another kind', ['compile', 'text.json'], 1, 'a .ts, .mts, .js or .mjs file is expected'],
  ['nothing in it is a schema', ['compile', 'empty.mjs'], 1, 'empty.mjs exports no schema'],
  ['a schema cannot be made', ['compile', 'odd.mjs'], 1, 'Cannot compile Odd: no such schema'],
  [
    'the folder of the module does not exist',
    ['compile', 'good.mjs', '-o', 'none/a.js'],
    1,
    'Cannot write none/a.js: ENOENT',
  ],
  ['its TypeScript cannot be stripped', ['compile', 'enum.ts'], 1, 'enum is not supported'],
] as const)('says so when %s, and writes nothing', (_, args, status, message) => {
  writeFileSync(join(folder, 'text.json'), '{}')
  writeFileSync(join(folder, 'empty.mjs'), 'export const Order = { encode() {} }')
  const imports = "import { list, recursive } from '@slipring/core/schema'\n"
  const odd = "export const Odd = list(recursive(() => { throw new Error('no such schema') }))"
  writeFileSync(join(folder, 'odd.mjs'), imports + odd)
  writeFileSync(join(folder, 'good.mjs'), `${imports}export const Good = list(recursive(() => Good))`)
  writeFileSync(join(folder, 'enum.ts'), 'export enum Side { Buy }')
  const before = readdirSync(folder)
  expect(run([COMMAND, ...args])).toMatchObject({ status, stdout: '', stderr: expect.stringContaining(message) })
  expect(readdirSync(folder)).toEqual(before)
})

test('says so when the package is not to be found from the file', () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'slipring-command-'))
  try {
    const file = join(elsewhere, 'schemas.mjs')
    writeFileSync(file, 'export {}')
    expect(run([COMMAND, 'compile', file])).toMatchObject({
      status: 1,
      stderr: `Cannot find @slipring/core/schema from ${file}: install @slipring/core there\n`,
    })
  } finally {
    rmSync(elsewhere, { recursive: true })
  }
})

test('--help says how to use it', () => {
  expect(run([COMMAND, '--help'])).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Usage: slipring compile'),
  })
})
