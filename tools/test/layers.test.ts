import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesUnder, foldersIn, importsOf, ROOT, type SourceFile } from './sources.ts'

// A file of core may import from its own layer and from lower ones. docs/ARCHITECTURE.md shows the same table.
const LAYERS: readonly (readonly string[])[] = [
  ['errors.ts', 'host.ts', 'atomics.ts', 'bare.ts', 'sized.ts'],
  ['memory/'],
  ['ring/', 'signal/'],
  ['codec/', 'schema/'],
  ['direction/'],
  ['port/', 'channel/', 'state/', 'world/'],
  ['pool/'],
]

// Though the layers would allow it: the codec writes into a span it is given, and knows nothing of rings.
const FORBIDDEN = new Map([
  ['codec/', ['ring/', 'signal/']],
  ['ring/', ['codec/', 'schema/']],
])

// Files that may import one another in a circle, types included. Each set must be one, whole: so it can only shrink.
const CIRCLES: readonly { readonly reason: string; readonly files: readonly string[] }[] = [
  {
    reason: 'a value contains values: what reads or writes any kind calls what reads or writes each',
    files: [
      'codec/read.ts',
      'codec/write.ts',
      ...['array', 'boxed', 'error', 'instance', 'later', 'map-set', 'object', 'other', 'rows', 'shaped', 'view'].map(
        (kind) => `codec/kinds/${kind}.ts`,
      ),
    ],
  },
  {
    reason: 'the table of a reader holds functions that are called with that reader (types only)',
    files: ['codec/reader.ts', 'codec/constructors.ts'],
  },
  {
    reason: 'the table of a writer holds functions that are called with that writer (types only)',
    files: ['codec/writer.ts', 'codec/shapes.ts'],
  },
  {
    reason: 'a task names the worker that has it, and a worker its tasks (types only)',
    files: ['pool/member.ts', 'pool/task.ts'],
  },
]

const CORE = 'packages/core/src'
const ARCHITECTURE = join(ROOT, 'docs', 'ARCHITECTURE.md')

describe('layers of core', () => {
  const files = filesUnder(CORE).filter((file) => partOf(file.path) !== 'index.ts')

  test('every file is in a layer', () => {
    const homeless = files.map((file) => partOf(file.path)).filter((part) => layerOf(part) === -1)
    expect([...new Set(homeless)], 'add these to the table of layers, here and in docs/ARCHITECTURE.md').toEqual([])
  })

  test('no file imports from a higher layer', () => {
    const climbs = files.flatMap((file) =>
      partsImportedBy(file)
        .filter((part) => layerOf(part) > layerOf(partOf(file.path)))
        .map(arrowFrom(file)),
    )
    expect(climbs).toEqual([])
  })

  test('codec and ring do not know each other', () => {
    const breaches = files.flatMap((file) => {
      const forbidden = FORBIDDEN.get(partOf(file.path)) ?? []
      return partsImportedBy(file)
        .filter((part) => forbidden.includes(part))
        .map(arrowFrom(file))
    })
    expect(breaches).toEqual([])
  })

  test('core imports nothing but itself', () => {
    const foreign = filesUnder(CORE).flatMap((file) =>
      importsOf(file)
        .filter((specifier) => !isWithin(CORE, file, specifier))
        .map(arrowFrom(file)),
    )
    expect(foreign).toEqual([])
  })

  test('no files import one another in a circle, but for those named here', () => {
    const known = CIRCLES.map((circle) =>
      circle.files
        .map((file) => `${CORE}/${file}`)
        .toSorted()
        .join('\n'),
    )
    const found = circlesAmong(new Map(files.map((file) => [file.path, filesImportedBy(file)])))
    expect(found.map((circle) => circle.toSorted().join('\n')).toSorted()).toEqual(known.toSorted())
  })

  test('docs/ARCHITECTURE.md shows the same layers', () => {
    const documented = layersIn(readFileSync(ARCHITECTURE, 'utf8'))
    expect(documented, 'no fenced block with lines like "2  ring/   signal/" in docs/ARCHITECTURE.md').not.toEqual([])
    expect(sorted(documented), 'the table of docs/ARCHITECTURE.md against the one in this test').toEqual(sorted(LAYERS))
  })

  // Each row of the second table there extends the row below it.
  test('a receiver has the floors that docs/ARCHITECTURE.md shows', () => {
    const documented = floorsIn(readFileSync(ARCHITECTURE, 'utf8'))
    const classes = files
      .filter(({ path }) => path.startsWith(`${CORE}/direction/`))
      .flatMap(({ text }) => [...text.matchAll(/class (\w*(?:Sender|Receiver|Reader)) extends (\w+)/g)])
    const built = classes.map(([, floor, below]) => `${floor} on ${below}`)
    expect(documented.toSorted()).toEqual(built.toSorted())
  })
})

describe('a sender', () => {
  const direction = filesUnder(CORE).filter(({ path }) => path.startsWith(`${CORE}/direction/`))
  const [, section = ''] = readFileSync(ARCHITECTURE, 'utf8').split('## The floors of a direction')
  const rows = rowsIn(section)
  const homes = rows.map((name) => direction.find(({ text }) => text.includes(`export class ${name} {`))!)

  test('is made of the parts that docs/ARCHITECTURE.md shows, and each imports only those below it', () => {
    expect(rows[0]).toBe('Sender')
    expect(rows.filter((_, row) => homes[row] === undefined)).toEqual([])
    const climbs = homes.flatMap((home, row) =>
      filesImportedBy(home).filter((file) => homes.some((above, at) => at < row && above.path === file)),
    )
    expect(climbs).toEqual([])
  })

  // One with many is several things, of which each is in the way of the others.
  test('has parts of at most 15 fields', () => {
    const fields = homes.map(({ text }) => {
      const [, body = ''] = text.split(/^export class .*$/m)
      return [...body.matchAll(/^ {2}(?:readonly )?#?\w+(?::| =)/gm)].length
    })
    expect(Math.min(...fields)).toBeGreaterThan(0)
    expect(Math.max(...fields)).toBeLessThanOrEqual(15)
  })
})

describe('the receiving way', () => {
  const ports = filesUnder(CORE).filter(({ path }) => path.startsWith(`${CORE}/port/`))
  const [, section = ''] = readFileSync(ARCHITECTURE, 'utf8').split('## The receiving way')
  const rows = rowsIn(section)
  const homes = rows.map((name) => ports.find(({ text }) => text.includes(`export class ${name} `)))

  test('docs/ARCHITECTURE.md shows its classes, and each imports only from those below it', () => {
    expect(rows).toContain('Demand')
    expect(rows.filter((_, row) => homes[row] === undefined)).toEqual([])
    const climbs = homes.flatMap((home, row) =>
      filesImportedBy(home!).filter((file) => homes.some((above, at) => at < row && above!.path === file)),
    )
    expect(climbs).toEqual([])
  })

  test('no part of it knows another by an interface that the other implements', () => {
    const owned = homes.filter((home) => /\bimplements\b|\binterface \w*Owner\b/.test(home!.text))
    expect(owned.map((home) => home!.path)).toEqual([])
  })

  test('a message comes through at most eight files, each imported by one before it', () => {
    const [way = ''] = section.split('A message comes through')[1]?.split('\n') ?? []
    const names = [...way.matchAll(/`([a-z-]+\.ts)`/g)].map(([, name]) => name!)
    expect(names.length).toBeGreaterThan(1)
    expect(names.length).toBeLessThanOrEqual(8)
    const files = filesUnder(CORE)
    const found = names.map((name) => files.find(({ path }) => posix.basename(path) === name))
    const strays = names.filter(
      (_, at) => at > 0 && !found.slice(0, at).some((file) => filesImportedBy(file!).includes(found[at]!.path)),
    )
    expect(strays).toEqual([])
  })
})

test('workspaces import one another by package name only', () => {
  const workspaces = [...foldersIn('packages').map((name) => `packages/${name}`), 'bench', 'e2e', 'examples']
  const breaches = workspaces.flatMap((workspace) =>
    filesUnder(workspace).flatMap((file) =>
      importsOf(file)
        .filter((specifier) => specifier.startsWith('.') && !isWithin(workspace, file, specifier))
        .filter((specifier) => workspaces.some((other) => isWithin(other, file, specifier)))
        .map(arrowFrom(file)),
    ),
  )
  expect(breaches).toEqual([])
})

test('packages never reach into the source or the build of another', () => {
  const breaches = ['packages', 'bench', 'e2e', 'examples'].flatMap((folder) =>
    filesUnder(folder).flatMap((file) =>
      importsOf(file)
        .filter((specifier) => /^@slipring\/[^/]+\/(src|dist)(\/|$)/.test(specifier))
        .map(arrowFrom(file)),
    ),
  )
  expect(breaches).toEqual([])
})

test('circles are found, and what only leads to one is none', () => {
  const imports = { a: ['b'], b: ['c'], c: ['b', 'd'], d: ['e'], e: ['d', 'f'], f: [] }
  expect(circlesAmong(new Map(Object.entries(imports))).map((circle) => circle.toSorted())).toEqual([
    ['b', 'c'],
    ['d', 'e'],
  ])
})

test('the layers are read from a table as the document has it', () => {
  const document = [
    '```text',
    ' 0  errors.ts   host.ts (an interface)   atomics.ts (the one door)',
    ' 1  memory/     layout.ts (the drawing)  region.ts',
    ' 2  ring/       producer.ts kinds/*.ts',
    ' 2  signal/     gate.ts',
    '```',
    '3 not/ in a fence',
  ].join('\n')
  expect(layersIn(document)).toEqual([['errors.ts', 'host.ts', 'atomics.ts'], ['memory/'], ['ring/', 'signal/']])
})

function sorted(layers: readonly (readonly string[])[]): string[][] {
  return layers.map((layer) => layer.toSorted())
}

/** The first step below src: a folder with its slash, or a file. */
function partOf(path: string): string {
  const [first = '', ...rest] = path.slice(CORE.length + 1).split('/')
  return rest.length === 0 ? first : `${first}/`
}

function layerOf(part: string): number {
  return LAYERS.findIndex((layer) => layer.includes(part))
}

function partsImportedBy(file: SourceFile): string[] {
  const relative = importsOf(file).filter((specifier) => specifier.startsWith('.'))
  return relative.map((specifier) => partOf(resolve(file, specifier)))
}

function filesImportedBy(file: SourceFile): string[] {
  return importsOf(file)
    .filter((specifier) => specifier.startsWith('.'))
    .map((specifier) => resolve(file, specifier))
}

/** Sets of more than one file each of which leads to all others. */
function circlesAmong(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]))
  const circles = new Map<string, string[]>()
  for (const [file, others] of reached) {
    if (!others.has(file)) continue
    const circle = [...others].filter((other) => reached.get(other)?.has(file)).toSorted()
    circles.set(circle.join(), circle)
  }
  return [...circles.values()]
}

function reachedFrom(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set(imports.get(file))
  // Grows while it is gone through.
  for (const other of reached) for (const next of imports.get(other) ?? []) reached.add(next)
  return reached
}

function isWithin(folder: string, file: SourceFile, specifier: string): boolean {
  return specifier.startsWith('.') && resolve(file, specifier).startsWith(`${folder}/`)
}

function resolve(file: SourceFile, specifier: string): string {
  return posix.join(posix.dirname(file.path), specifier)
}

function arrowFrom(file: SourceFile): (to: string) => string {
  return (to) => `${file.path} -> ${to}`
}

// The second table: the first column, from the top floor to the lowest.
const LOWEST_FLOOR = 'MessageReader'

function floorsIn(page: string): string[] {
  const [, section = ''] = page.split('## The floors of a direction')
  const [, text = ''] = section.split('\n## ')[0]!.split('| receiving')
  const names = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!)
  return names.map((name, index) => `${name} on ${name === LOWEST_FLOOR ? 'Sized' : names[index + 1]}`)
}

/** The first column of the first table. */
function rowsIn(section: string): string[] {
  const [, table = ''] = /^(\|.*\n(?:\|.*\n)*)/m.exec(section) ?? []
  return [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!)
}

// A line starts with the number of its layer. It names folders, or in the lowest layer files; the rest is prose.
function layersIn(markdown: string): string[][] {
  const layers: string[][] = []
  for (const [, block = ''] of markdown.matchAll(/^```[^\n]*\n([\s\S]*?)^```/gm)) {
    for (const [, number = '', line = ''] of block.matchAll(/^\s*(\d)\s+(.*)$/gm)) {
      const folders = [...line.matchAll(/(?<=^|\s)[a-z-]+\/(?=\s|$)/g)].map(String)
      const names = folders.length > 0 ? folders : [...line.matchAll(/(?<=^|\s)[a-z-]+\.ts(?=\s|$)/g)].map(String)
      if (names.length > 0) (layers[Number(number)] ??= []).push(...names)
    }
  }
  return Array.from(layers, (layer) => layer ?? [])
}
