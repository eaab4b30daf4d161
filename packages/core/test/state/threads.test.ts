import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { createStateRegion } from '../../src/memory/state-region.ts'
import { PinReader } from '../../src/state/pinned-slots.ts'
import { type Findings, readAll } from './read.ts'

const VALUES = 1_000_000
const SLOT_BYTES = 256

function start(file: string, workerData: object): Worker {
  return new Worker(new URL(file, import.meta.url), { workerData })
}

const sound = { last: VALUES, torn: 0, old: 0, isForgotten: false }

test('of a million values one reader gets whole ones, each newer, and the last', async () => {
  const region = createStateRegion({ slotBytes: SLOT_BYTES })
  const exit = once(start('write.worker.ts', { buffer: region.buffer, values: VALUES }), 'exit')
  const findings = readAll(new PinReader(region, 0))
  expect(findings).toMatchObject({ ...sound, overtaken: 0 })
  expect(findings.taken).toBeGreaterThan(1)
  expect(await exit).toEqual([0])
})

test('of a million values three readers get whole ones, each newer, and the last', async () => {
  const region = createStateRegion({ readers: 3, slotBytes: SLOT_BYTES })
  const { buffer } = region
  const others = [1, 2].map((reader) => once(start('read.worker.ts', { buffer, reader }), 'message'))
  const exit = once(start('write.worker.ts', { buffer, values: VALUES }), 'exit')
  const findings = [readAll(new PinReader(region, 0)), ...(await Promise.all(others)).flat()] as Findings[]
  for (const found of findings) expect(found).toMatchObject(sound)
  expect(findings[0]!.taken).toBeGreaterThan(1)
  expect(await exit).toEqual([0])
})
