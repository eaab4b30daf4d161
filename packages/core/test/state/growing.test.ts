import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { string, struct } from '../../src/schema/index.ts'
import { attachState, createState } from '../../src/state/index.ts'
import { Growing, growing, memoryFor } from './growing.ts'

const STATES = 300

test('readers see nothing of a state that grows and shrinks, blocked or not', async () => {
  const { writer, offer } = createState(Growing, { readers: 2 })
  const readers = [true, false].map(
    (blocks) => new Worker(new URL('growing.worker.ts', import.meta.url), { workerData: { offer, blocks } }),
  )
  await Promise.all(readers.map((reader) => once(reader, 'message')))
  const found = Promise.all(readers.map((reader) => once(reader, 'message')))
  const memory = memoryFor()
  for (let tick = 1; tick <= STATES; tick++) {
    writer.set(growing(tick, memory))
    // As a writer with a rate: the readers see states of every size.
    if (tick % 3 === 0) await new Promise((resolve) => setTimeout(resolve, 1))
  }
  writer.close()
  for (const [findings] of await found) {
    expect(findings).toMatchObject({ torn: 0, old: 0, last: STATES })
    expect(findings.sizes).toBeGreaterThan(1000)
  }
})

test('memory that no state has needed is reserved, and takes none', () => {
  const States = struct({ text: string })
  const before = process.memoryUsage().rss
  const states = Array.from({ length: 100 }, () => createState(States))
  for (const { writer, offer } of states) {
    writer.set({ text: 'small' })
    expect(attachState(States, offer).latest()!.text).toBe('small')
  }
  // Reserved are 64 MiB each: 6.25 GiB.
  expect(process.memoryUsage().rss - before).toBeLessThan(2 ** 30)
})
