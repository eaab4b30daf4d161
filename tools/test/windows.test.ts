import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { binaryIn } from '../../bench/src/runner/runtimes.ts'
import { scriptBeside } from '../../bench/src/script-beside.ts'
import { startOf } from '../shell.mjs'
import { filesUnder, foldersIn, ROOT } from './sources.ts'

// All of Windows that can be known on another system.

const everything = [
  ...foldersIn('')
    .filter((name) => !name.startsWith('.'))
    .flatMap((folder) => filesUnder(folder)),
  { path: 'vitest.config.ts', text: readFileSync(join(ROOT, 'vitest.config.ts'), 'utf8') },
]

// There it is `/C:/folder`, and everywhere a space in it is `%20`.
test('no path is the `pathname` of a file’s address', () => {
  const wrong = everything.filter(({ text }) => /import\.meta\.url\)\.pathname(?!\))/.test(text))
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('a script beside a module is found on a drive, and in a folder with a space', () => {
  const script = scriptBeside('file:///C:/a%20b/bench/dist/runner/case-thread.js', 'case-worker')
  expect(script.href).toBe('file:///C:/a%20b/bench/dist/runner/case-worker.js')
  expect(fileURLToPath(script, { windows: true })).toBe('C:\\a b\\bench\\dist\\runner\\case-worker.js')
})

// The pools of `@slipring/worker` and `@slipring/nats`, and the face of Piscina.
const SCHEMES = everything.filter(({ path }) => /^packages\/(worker|nats)\/src\//.test(path)).flatMap(schemesIn)

test.each(SCHEMES)('$path takes a drive for no scheme of an address', ({ scheme }) => {
  expect(scheme.test('C:\\tasks.mjs')).toBe(false)
  expect(scheme.test('c:/tasks.mjs')).toBe(false)
  for (const address of ['file:///C:/tasks.mjs', 'data:text/javascript,0', pathToFileURL('tasks.mjs').href])
    expect(scheme.test(address)).toBe(true)
})

test('there are three such places', () => {
  expect(SCHEMES).toHaveLength(3)
})

function schemesIn({ path, text }: { path: string; text: string }): { path: string; scheme: RegExp }[] {
  return [...text.matchAll(/\/(\^\[a-z\]\S*:)\/i\.test\(filename\)/g)].map(([, source]) => ({
    path,
    scheme: new RegExp(source!, 'i'),
  }))
}

test('commands that are scripts there are started by a shell, programs are not, and spaces are kept together', () => {
  expect(startOf('npm', ['pack', 'C:\\my folder'], 'win32')).toEqual({
    command: 'npm',
    args: ['pack', '"C:\\my folder"'],
    shell: true,
  })
  const node = 'C:\\Program Files\\nodejs\\node.exe'
  expect(startOf(node, ['a b.mjs'], 'win32')).toEqual({ command: node, args: ['a b.mjs'], shell: false })
  expect(startOf('D:\\a b\\node.cmd', [], 'win32').command).toBe('"D:\\a b\\node.cmd"')
  expect(startOf('npm', ['a b'], 'linux')).toEqual({ command: 'npm', args: ['a b'], shell: false })
})

test('a runtime is started by its program there, and by the command of npm elsewhere', () => {
  const programs = (['node', 'bun', 'deno'] as const).map((name) =>
    binaryIn('here', name, 'win32').replaceAll('\\', '/'),
  )
  expect(programs).toEqual(['node/bin/node', 'bun/bin/bun', 'deno/deno'].map((name) => `here/node_modules/${name}.exe`))
  expect(binaryIn('here', 'deno', 'linux')).toBe(join('here', 'node_modules/.bin/deno'))
})

test('every file has the ends of lines that the format demands, whatever git is set to', () => {
  expect(readFileSync(join(ROOT, '.gitattributes'), 'utf8')).toMatch(/^\* text=auto eol=lf$/m)
  expect(everything.filter(({ text }) => text.includes('\r\n')).map(({ path }) => path)).toEqual([])
})
