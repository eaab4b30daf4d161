import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { foldersIn, ROOT } from './sources.ts'

const DOCUMENTS = ['README.md', ...foldersIn('packages').map((name) => `packages/${name}/README.md`)]

// What examples may use without saying where it is from.
const GIVEN = `
declare const url: URL
declare const worker: import('@slipring/worker').Worker
declare const port: import('@slipring/worker').NodePort
declare const records: Iterable<unknown>
declare const target: Uint8Array
declare function handle(message: unknown): unknown
`

test('every example of the READMEs compiles, as strict as it gets', { timeout: 120_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-examples-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    writeFileSync(join(folder, 'given.d.ts'), GIVEN)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: compilerOptions() }))
    expect(DOCUMENTS.map((path) => writeExamples(folder, path)).every((count) => count > 0)).toBe(true)
    const tsc = join(ROOT, 'node_modules', 'typescript', 'lib', 'tsc.js')
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout + stderr).toBe('')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

/** A folder for each document, so that examples of one can import each other by the names they have. */
function writeExamples(folder: string, path: string): number {
  const examples = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^```(ts|js)\n(.*?)^```$/gms)]
  const place = join(folder, path.replaceAll('/', '-').replace('.md', ''))
  mkdirSync(place)
  for (const [index, [, language, text]] of examples.entries()) {
    const name = /^\/\/ ([\w-]+\.m?[jt]s)\b/.exec(text!)?.[1] ?? `example-${index + 1}.${language}`
    writeFileSync(join(place, name), text!)
  }
  return examples.length
}

function compilerOptions(): object {
  const core = ['codec', 'ring', 'schema', 'state', 'tasks'].map((part) => [
    `@slipring/core/${part}`,
    [join(ROOT, `packages/core/src/${part}/index.ts`)],
  ])
  const whole = foldersIn('packages').map((name) => [
    `@slipring/${name}`,
    [join(ROOT, `packages/${name}/src/index.ts`)],
  ])
  return {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    target: 'es2023',
    module: 'nodenext',
    moduleDetection: 'force',
    lib: ['es2024', 'dom', 'esnext'],
    allowJs: true,
    checkJs: true,
    allowImportingTsExtensions: true,
    skipLibCheck: true,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules', '@types')],
    paths: Object.fromEntries([...core, ...whole]),
  }
}
