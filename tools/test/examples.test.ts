import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { missing, startNats } from '../nats-server.ts'
import { filesUnder, foldersIn, ROOT } from './sources.ts'

const DOCUMENTS = [
  'docs/BENCH.md',
  'README.md',
  'docs/INSTALL.md',
  'docs/POOL.md',
  'docs/PORT.md',
  'docs/RECIPES.md',
  'docs/SCHEMA.md',
  'docs/STATE.md',
  'docs/WORLD.md',
  ...filesUnder('docs/guides', /\.md$/).map(({ path }) => path),
  ...foldersIn('packages').map((name) => `packages/${name}/README.md`),
]
/** Programs for Node, and the last line that they print. */
const PROGRAMS: [path: string, name: string, last: RegExp][] = [
  ['docs/POOL.md', 'report.ts', /^101\.58333333333333$/],
  ['docs/POOL.md', 'averages.ts', /^3$/],
  ['docs/POOL.md', 'many.ts', /^50005000$/],
  ['docs/POOL.md', 'first-primes.ts', /^1000003 1000033 1000037$/],
  ['docs/POOL.md', 'pipeline.ts', /^333833500$/],
  ['docs/POOL.md', 'settings.ts', /^2 2$/],
  ['docs/POOL.md', 'orders.ts', /^1$/],
  ['docs/POOL.md', 'watched.ts', /^1 number undefined$/],
  ['docs/POOL.md', 'give-up.ts', /^No result within 20 ms of the run$/],
  ['docs/INSTALL.md', 'check.mjs', /^shared$/],
  ['docs/guides/BACK-PRESSURE.md', 'back-pressure.ts', /^20000$/],
  ['docs/guides/BLOCKING.md', 'blocking.ts', /^10$/],
  ['docs/guides/CHANNELS.md', 'quotes.ts', /^1000$/],
  ['docs/guides/ENGINES.md', 'with-three.ts', /^12$/],
  ['docs/guides/ENGINES.md', 'with-pixi.ts', /^12$/],
  ['docs/guides/ENGINES.md', 'with-babylon.ts', /^12$/],
  ['docs/guides/ENGINES.md', 'with-react.ts', /^<b>20<\/b>$/],
  ['docs/guides/MOVING.md', 'moved.ts', /^6$/],
  ['docs/guides/MOVING.md', 'channel.ts', /^OVER THE CHANNEL$/],
  ['docs/guides/REQUESTS.md', 'requests.ts', /^42$/],
  ['docs/guides/WEBASSEMBLY.md', 'scale.ts', /^1024$/],
  ['docs/RECIPES.md', 'bench.ts', /^toSorted [\d.]+ µs \(median\)$/],
  ['docs/STATE.md', 'ecs.ts', /^10$/],
  ['docs/WORLD.md', 'two-writers.ts', /^3 1$/],
  ['packages/core/README.md', 'view.ts', /^120 2$/],
]

// Names that examples may use without saying where they are from.
const GIVEN = `
declare const url: URL
declare const worker: import('@slipring/worker').Worker
declare const port: import('@slipring/worker').NodePort
declare const records: Iterable<unknown>
declare const target: Uint8Array
declare function handle(message: unknown): unknown
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new (options: any) => AudioWorkletProcessor): void
`
const GIVEN_SCHEMAS = `
import { f64, struct } from '@slipring/core/schema'
export const Order = struct({ price: f64 })
export const Ticker = struct({ last: f64 })
`

test('every example of the documents compiles, as strict as it gets', () => {
  inFolder((folder) => {
    writeFileSync(join(folder, 'given.d.ts'), GIVEN)
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: compilerOptions() }))
    expect(DOCUMENTS.every((path) => writeExamples(folder, path).count > 0)).toBe(true)
    const tsc = join(ROOT, 'node_modules', 'typescript', 'lib', 'tsc.js')
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    })
    expect(stdout + stderr).toBe('')
  })
})

const GUIDES = DOCUMENTS.filter((path) => path.startsWith('docs/guides/') || path === 'docs/POOL.md')

test.each(GUIDES)('%s begins with code, after a few lines that say what it does', (path) => {
  const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
  const first = lines.findIndex((line) => /^```(ts|json)$/.test(line))
  expect(first).toBeGreaterThan(0)
  expect(first).toBeLessThan(8)
})

test.each(PROGRAMS)('%s: %s runs', { timeout: 60_000 }, (path, name, last) => {
  inFolder((folder) => {
    const file = join(writeExamples(folder, path).place, name)
    const options = { encoding: 'utf8', timeout: 50_000 } as const
    const { stdout, stderr } = spawnSync(process.execPath, ['--conditions=slipring-source', file], options)
    expect(stderr).toBe('')
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(last)
  })
})

test.skipIf(missing !== undefined)(
  'docs/guides/MANY-MACHINES.md: machine.ts and program.ts run',
  { timeout: 60_000 },
  async () => {
    const nats = await startNats()
    const folder = openFolder()
    const { place } = writeExamples(folder, 'docs/guides/MANY-MACHINES.md')
    for (const name of ['machine.ts', 'program.ts']) {
      const file = join(place, name)
      const code = readFileSync(file, 'utf8')
      expect(code).toContain('localhost:4222')
      writeFileSync(file, code.replace('localhost:4222', `127.0.0.1:${nats.port}`))
    }
    const flags = ['--conditions=slipring-source']
    const machine = spawn(process.execPath, [...flags, join(place, 'machine.ts')], { stdio: 'ignore' })
    try {
      const program = spawn(process.execPath, [...flags, join(place, 'program.ts')], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      expect(await Promise.all([textOf(program.stdout), textOf(program.stderr)])).toEqual(['3\n501\n', ''])
      machine.kill('SIGTERM')
      expect(await once(machine, 'exit')).toEqual([0, null])
    } finally {
      machine.kill('SIGKILL')
      await nats.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
)

function inFolder(use: (folder: string) => void): void {
  const folder = openFolder()
  try {
    use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-examples-'))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

/** A folder for each document, so that examples of one can import each other by the names they have. */
function writeExamples(folder: string, path: string): { place: string; count: number } {
  const examples = [...readFileSync(join(ROOT, path), 'utf8').matchAll(/^```(ts|js)\n(.*?)^```$/gms)]
  const place = join(folder, path.replaceAll('/', '-').replace('.md', ''))
  mkdirSync(place)
  writeFileSync(join(place, 'schemas.ts'), GIVEN_SCHEMAS)
  writeFileSync(join(place, 'schemas.code.js'), '')
  for (const [index, [, language, text]] of examples.entries()) {
    const name = /^\/\/ ([\w-]+\.m?[jt]s)\b/.exec(text!)?.[1] ?? `example-${index + 1}.${language}`
    writeFileSync(join(place, name), text!)
  }
  return { place, count: examples.length }
}

function compilerOptions(): object {
  const core = ['channel', 'codec', 'pool', 'ring', 'schema', 'state', 'world'].map((part) => [
    `@slipring/core/${part}`,
    [join(ROOT, `packages/core/src/${part}/index.ts`)],
  ])
  const whole = foldersIn('packages').map((name) => [
    `@slipring/${name}`,
    [join(ROOT, `packages/${name}/src/index.ts`)],
  ])
  const piscina = ['@slipring/worker/piscina', [join(ROOT, 'packages/worker/src/piscina/index.ts')]]
  const vite = ['@slipring/browser/vite', [join(ROOT, 'packages/browser/src/vite/index.ts')]]
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
    paths: Object.fromEntries([
      ...core,
      ...whole,
      piscina,
      vite,
      ['@slipring/browser/inspect', [join(ROOT, 'packages/browser/src/inspect/index.ts')]],
      ['@slipring/bench', [join(ROOT, 'bench/src/runner/index.ts')]],
    ]),
  }
}
