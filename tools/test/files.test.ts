import { expect, test } from 'vitest'
import { filesUnder, foldersIn, withoutComments } from './sources.ts'

const DRAWERS = new Set(['utils', 'util', 'helpers', 'helper', 'types', 'constants', 'misc', 'common'])
const MOST_LINES = 300

// A file that has to be longer, with the reason.
const LONG_FILES: Record<string, string> = {
  'packages/core/src/port/port.ts': 'the face of a port: one member after the other',
  'proof/explore/machine.ts':
    'the state of a run and every step that changes it: apart, each would reach into the other',
}

const MOST_LINES_OF_CORE = 350

// A file of core that has to be longer, comments included, with the reason.
const LONG_IN_CORE: Record<string, string> = {
  'packages/core/src/port/port.ts': 'the face of a port: each member has the whole of its documentation here',
  'packages/core/src/port/turn.ts':
    'the short way of a message and the long one, side by side until the long one is parts',
  'packages/core/src/channel/typed-channel.ts': 'the face of a typed channel, as above',
}

// Tests may be long, which the lint rule then says; generated code is nobody's to read.
const MAY_BE_LONG = /(^|\/)test\/|\.test\.ts$|\/(generated|compiled)\//

const folders = foldersIn('').filter((name) => !name.startsWith('.'))
const everything = folders.flatMap((folder) => filesUnder(folder, /\.(ts|mts|js|mjs|pml)$/))

test('every folder of the repository with code in it is judged', () => {
  const expected = ['packages', 'bench', 'e2e', 'examples', 'proof', 'site', 'tools']
  const judged = new Set(everything.map((file) => file.path.split('/')[0]))
  expect(expected.filter((folder) => !judged.has(folder))).toEqual([])
})

test('no file or folder is a drawer: a file that cannot be named has no idea yet', () => {
  const drawers = everything.map((file) => file.path).filter((path) => path.split('/').some(isDrawer))
  expect(drawers).toEqual([])
})

test('file names are kebab-case', () => {
  const odd = everything.map((file) => file.path).filter((path) => !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(nameOf(path)))
  expect(odd).toEqual([])
})

test(`no file but a test has more than ${MOST_LINES} lines of code without a reason`, () => {
  const sources = everything.filter(({ path }) => !MAY_BE_LONG.test(path))
  const long = sources.filter((file) => linesOfCode(file.text) > MOST_LINES).map((file) => file.path)
  expect(long.toSorted()).toEqual(Object.keys(LONG_FILES).toSorted())
})

test(`no file of core has more than ${MOST_LINES_OF_CORE} lines, comments included, without a reason`, () => {
  const core = everything.filter(({ path }) => path.startsWith('packages/core/src/') && !MAY_BE_LONG.test(path))
  const long = core.filter(({ text }) => text.split('\n').length > MOST_LINES_OF_CORE + 1).map(({ path }) => path)
  expect(long.filter((path) => LONG_IN_CORE[path] === undefined)).toEqual([])
})

function isDrawer(step: string): boolean {
  return DRAWERS.has(step.replace(/\..*$/, ''))
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

// As the lint rule counts: neither comments nor empty lines.
function linesOfCode(text: string): number {
  return withoutComments(text)
    .split('\n')
    .filter((line) => line.trim() !== '').length
}
