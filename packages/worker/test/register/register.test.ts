import { expect, test } from 'vitest'
import { printedBy } from './registered.ts'

const PROGRAM = 'small.process.mjs'

/** Without the names of modes, which the platform's ports have not; which of two ports is served first is nobody's promise. */
function withoutModes(lines: unknown[][]): unknown[][] {
  return lines
    .filter(([what]) => what !== 'mode')
    .toSorted(([one], [other]) => String(one).localeCompare(String(other)))
    .map((line) => line.map((value) => (isReport(value) ? { ...value, mode: null } : value)))
}

function isReport(value: unknown): value is { mode: unknown } {
  return typeof value === 'object' && value !== null && 'mode' in value
}

test(
  'a program and its CommonJS worker see the same, and their messages go by the ring',
  { timeout: 240_000 },
  async () => {
    const plain = await printedBy(PROGRAM, 'plain')
    const registered = await printedBy(PROGRAM, 'registered')
    expect(withoutModes(registered)).toEqual(withoutModes(plain))
    expect(registered).toContainEqual(['mode', 'shared', 'shared'])
    expect(registered).toContainEqual(['parent', { turn: 3, mode: 'shared' }])
  },
)

test('a worker with an execArgv of its own has native ports, and sees the same', { timeout: 240_000 }, async () => {
  const plain = await printedBy(PROGRAM, 'plain', 'execArgv')
  const registered = await printedBy(PROGRAM, 'registered', 'execArgv')
  expect(withoutModes(registered)).toEqual(withoutModes(plain))
  expect(registered).toContainEqual(['parent', { turn: 3, mode: null }])
})

test('without shared memory: the same, by native messages', { timeout: 240_000 }, async () => {
  const plain = await printedBy(PROGRAM, 'plain')
  const copied = await printedBy(PROGRAM, 'copied')
  expect(withoutModes(copied)).toEqual(withoutModes(plain))
  expect(copied).toContainEqual(['mode', 'copied', 'copied'])
})

test.each(['plain', 'registered', 'copied'] as const)(
  'a moved port holds the process as a native one: %s',
  async (kind) => {
    expect(await printedBy('ends.process.mjs', kind)).toEqual([
      [['moved', false], true],
      ['unref', false],
    ])
  },
)

test('functions of Node that take ports take ours', async () => {
  const plain = await printedBy('calls.process.mjs', 'plain')
  expect(plain.length).toBeGreaterThan(18)
  expect(await printedBy('calls.process.mjs', 'registered')).toEqual(plain)
  expect(await printedBy('calls.process.mjs', 'required')).toEqual(plain)
  expect(await printedBy('calls.process.mjs', 'copied')).toEqual(plain)
})

test('--require reaches workers with eval, and all others', async () => {
  const native = { isPort: true, mode: null }
  const ring = { isPort: true, mode: 'shared' }
  expect(await printedBy('eval.process.mjs', 'plain')).toEqual([native, native].map((one) => [one]))
  expect(await printedBy('eval.process.mjs', 'registered')).toEqual([native, ring].map((one) => [one]))
  expect(await printedBy('eval.process.mjs', 'required')).toEqual([ring, ring].map((one) => [one]))
})

test.each(['plain', 'registered', 'copied'] as const)(
  'Comlink over parentPort itself closes it when its proxy is released, and the worker ends: %s',
  async (kind) => {
    expect(await printedBy('released.process.mjs', kind)).toEqual([['MessagePort'], ['exit', 0]])
  },
)
