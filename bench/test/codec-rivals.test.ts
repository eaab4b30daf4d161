import { expect, test } from 'vitest'
import type { CellResult } from '../src/cell.ts'
import { rivalSystems } from '../src/codec/rivals/systems.ts'
import { runCellInNode } from '../src/node-cell.ts'

const PARTS = ['encode', 'decode', 'round trip']

function measure(system: string, workload: string, baselines: Record<string, string> = {}): Promise<CellResult> {
  return runCellInNode({
    suite: 'codec-rivals',
    system,
    workload,
    parts: PARTS,
    windowMs: 1,
    warmUpMs: 2,
    baselines,
  })
}

const running = rivalSystems.filter(({ cannot }) => cannot === undefined)

test.each(running)('$name carries a message of its own as it is', async ({ name, workloads }) => {
  const { alters, readings } = await measure(name, workloads?.[0] ?? 'User')
  expect(alters).toBe(undefined)
  expect(Object.keys(readings)).toEqual(name === 'structuredClone' ? ['round trip'] : PARTS)
  for (const { value } of Object.values(readings)) expect(value).toBeGreaterThan(0)
})

test.each([
  ['JSON', 'a Date', 'Date → string'],
  ['bson', 'an array of everything', '.4: undefined → null'],
  ['@msgpack/msgpack', 'an array of everything', '.4: undefined → null'],
  ['json-pack', 'a Date', 'Date → Object'],
  ['serde-wasm-bindgen', 'a Date', 'Date → Object'],
  ['serde-wasm-bindgen', 'an array of everything', '.4: undefined → null'],
  ['JSON', 'original', '.date: Date → string'],
])('%s is told of what it alters: %s', async (system, workload, alters) => {
  expect((await measure(system, workload)).alters).toBe(alters)
})

test('a system without the workload has no row, and one that cannot run says why', async () => {
  expect(await measure('binary', 'User')).toEqual({ isLossy: false, readings: {} })
  const { cannot, readings } = await measure('Omnitron', 'User')
  expect(cannot).toMatch('not on npm')
  expect(readings).toEqual({})
})

test('a value that a system refuses is no broken row: the reason is told', async () => {
  expect((await measure('JSON', 'a ring of 6')).cannot).toContain('does not carry this: Converting circular structure')
})

test('beside a baseline that refuses the values, a system has a time and no ratio', async () => {
  const { readings } = await measure('slipring', 'a ring of 6', { encode: 'JSON' })
  expect(readings['encode']).toMatchObject({ value: expect.any(Number), ratio: null })
})

test('a MessagePack by hand refuses what it has no tag for, and reads numbers of every size as they were', async () => {
  for (const system of ['MessagePack', 'MessagePack, a buffer each'])
    expect((await measure(system, 'a Date')).cannot).toContain('MessagePack has no [object Date]')
  expect((await measure('MessagePack', 'numbers 1000')).alters).toBe(undefined)
  expect((await measure('MessagePack, numbers by DataView', 'numbers 1000')).alters).toBe(undefined)
  expect((await measure('MessagePack, no loops over texts', 'chat UTF-8')).alters).toBe(undefined)
})
