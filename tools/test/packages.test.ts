import { stripTypeScriptTypes } from 'node:module'
import { expect, test } from 'vitest'
import { filesUnder, foldersIn, readJson } from './sources.ts'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly type?: string
  readonly sideEffects?: boolean | readonly string[]
  readonly dependencies?: Record<string, string>
  readonly devDependencies?: Record<string, string>
  readonly optionalDependencies?: Record<string, string>
}

interface LockFile {
  readonly packages: Record<string, { readonly resolved?: string; readonly link?: boolean }>
}

const packages = foldersIn('packages').map((name) => readJson(`packages/${name}/package.json`) as Manifest)
const folders = ['', 'bench/', 'e2e/', 'examples/', 'site/']
const manifests = folders.map((folder) => readJson(`${folder}package.json`) as Manifest)

test.each(packages)('$name has no runtime dependency but its siblings, of its own version', (manifest) => {
  const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies }
  const foreign = Object.entries(dependencies).filter(
    ([name, range]) => !packages.some((sibling) => sibling.name === name && sibling.version === range),
  )
  expect(foreign).toEqual([])
})

// Of these it is what they are for.
const SIDE_EFFECTS: Readonly<Record<string, readonly string[]>> = {
  '@slipring/worker': ['./src/register.ts', './dist/register.js'],
}

test.each(packages)('$name is an ES module without side effects', (manifest) => {
  expect(manifest).toMatchObject({ type: 'module', sideEffects: SIDE_EFFECTS[manifest.name] ?? false })
})

test.each([...packages, ...manifests])('$name asks for exact versions', (manifest) => {
  const wanted = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })
  expect(wanted.filter(([, range]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(range))).toEqual([])
})

test('the lock file names no registry', () => {
  const { packages: locked } = readJson('package-lock.json') as LockFile
  const addressed = Object.entries(locked).filter(
    ([, { resolved }]) => resolved !== undefined && /^\w+:/.test(resolved),
  )
  expect(
    addressed.map(([path]) => path),
    'set omit-lockfile-registry-resolved and install again',
  ).toEqual([])
})

const sources = foldersIn('packages').flatMap((name) => filesUnder(`packages/${name}/src`))

// With a second type argument TypeScript below 5.6 refuses the declarations.
test('iterator types have one type argument', () => {
  const newer = sources.filter(({ text }) => /\bAsync(Iterable)?Iterator<[^<>]*,/.test(text))
  expect(newer.map(({ path }) => path)).toEqual([])
})

// Of these no declaration of an entry knows.
const INSIDE = ['packages/core/src/codec/engine.ts', 'packages/core/src/codec/kinds/buffer.ts']

test('typed arrays have no type argument, which TypeScript below 5.7 refuses', () => {
  const newer = sources.filter(({ text }) => /\b(Uint8Array|ArrayBufferView|DataView)</.test(text))
  expect(newer.map(({ path }) => path)).toEqual(INSIDE)
})

test('NoInfer, which TypeScript below 5.4 does not have, is nowhere', () => {
  expect(sources.filter(({ text }) => /\bNoInfer</.test(text)).map(({ path }) => path)).toEqual([])
})

// Also into the declarations: a page's program has no @types/node, and often no newer library than ES2022.
test('disposable types bring their declarations along', () => {
  const reference = '/// <reference lib="esnext.disposable" preserve="true" />\n'
  const disposed = sources.filter(({ text }) => /\[Symbol\.(asyncDispose|dispose)\]/.test(text))
  expect(disposed.length).toBeGreaterThan(0)
  expect(disposed.filter(({ text }) => !text.startsWith(reference)).map(({ path }) => path)).toEqual([])
})

// Those that a runtime lacks would not link: webpack makes imports of the names that are all that is used of a namespace.
test('the namespace of a module of Node is used as a value, not for its names', () => {
  const namespaces = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/^import \* as (\w+) from 'node:/gm)].map(([, name]) => ({ path, text, name })),
  )
  expect(namespaces.length).toBeGreaterThan(0)
  const split = namespaces.filter(({ text, name }) => new RegExp(`\\b${name}\\.\\w`).test(stripTypeScriptTypes(text)))
  expect(split.map(({ path }) => path)).toEqual([])
})

/** These take at once what they import; all others have it from them. */
const TAKING = [
  'default.ts',
  'native.ts',
  'needs-node.ts',
  'piscina/index.ts',
  'piscina/task-scope.ts',
  'platform.ts',
  // It puts ours in their place.
  'register.ts',
]

// A name that is imported is looked up at each use: a program may have put ours in its place by then.
test('a package takes what it uses of Node’s threads, events and timers once, when it is loaded', () => {
  const users = sources.filter(({ text }) =>
    /^(import|export) (?!type )[^;]*?from 'node:(worker_threads|events|timers|async_hooks)'/m.test(
      stripTypeScriptTypes(text),
    ),
  )
  expect(users.map(({ path }) => path)).toEqual(TAKING.map((name) => `packages/worker/src/${name}`))
})
