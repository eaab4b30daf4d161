import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from 'vitest'
import { columns, f32, string, struct, u32 } from '../../src/schema/index.ts'
import { attachState, createState, endForDeadWriter, type StateReader } from '../../src/state/index.ts'

const World = struct({ tick: u32, title: string, points: columns(struct({ x: f32 }), 8) })
const readers: StateReader<unknown>[] = []

// Each listens on a channel of its own.
afterEach(() => {
  for (const reader of readers.splice(0, Infinity)) reader.close()
})

function copied(options: { maxBytes?: number } = {}) {
  const { writer, offer } = createState(World, { mode: 'copied', ...options })
  const attach = () => {
    const reader = attachState(World, structuredClone(offer))
    readers.push(reader)
    return reader
  }
  const next = (): void => writer.update((world) => void world.tick++)
  return { writer, offer, attach, next }
}

test('a reader gets the newest state by message', async () => {
  const { writer, attach, next } = copied()
  const reader = attach()
  expect([writer.mode, reader.mode, reader.latest()]).toEqual(['copied', 'copied', undefined])
  next()
  expect([await reader.changed(), reader.latest()!.tick, reader.version]).toEqual([true, 1, 1])
  for (let n = 0; n < 100; n++) next()
  expect([await reader.changed(), reader.latest()!.tick, reader.previous()!.tick]).toEqual([true, 101, 1])
  expect([reader.overwritten, reader.between()!.from.tick]).toEqual([99, 1])
})

test('at most one state is on its way to a reader that takes none', async () => {
  const { attach, next } = copied()
  const reader = attach()
  next()
  await reader.changed()
  for (let n = 0; n < 20; n++) {
    next()
    await new Promise(setImmediate)
  }
  // The first has come, and the reader has asked for no other.
  expect(reader.latest()!.tick).toBe(1)
  await reader.changed()
  expect(reader.latest()!.tick).toBe(21)
})

test('several readers, early and late ones, each get the newest', async () => {
  const { attach, next } = copied()
  const early = attach()
  next()
  next()
  const late = attach()
  for (const reader of [early, late]) {
    while ((await reader.changed()) && reader.latest()!.tick < 2);
    expect(reader.latest()!.tick).toBe(2)
  }
})

test('a state grows, up to maxBytes', async () => {
  const { writer, attach } = copied({ maxBytes: 20_000 })
  const reader = attach()
  writer.update((world) => void (world.title = 'a'.repeat(15_000)))
  await reader.changed()
  expect(reader.latest()!.title).toHaveLength(15_000)
  expect(() => writer.update((world) => void (world.title = 'a'.repeat(20_001)))).toThrow(
    new RangeError(
      'Cannot publish a state of more than 20000 bytes: create it with a larger maxBytes, or publish less',
    ),
  )
  await expect(reader.changed({ timeout: 20 })).rejects.toMatchObject({ name: 'TimeoutError' })
})

test('close() is told to readers that wait, and to those that attach later, after the last state', async () => {
  const { writer, attach, next } = copied()
  const early = attach()
  next()
  await early.changed()
  early.latest()
  const told = early.changed()
  writer.close()
  expect([await told, early.hasEnded]).toEqual([false, true])
  expect(next).toThrow('this writer has closed the state')
  const late = attach()
  expect([await late.changed(), late.latest()!.tick, await late.changed()]).toEqual([true, 1, false])
})

test('the end that another has asked for does not overtake the last state, for a reader that has just come', async () => {
  for (const asksLast of [false, true]) {
    const { writer, attach, next } = copied()
    const early = attach()
    next()
    await early.changed()
    if (!asksLast) early.latest()
    // The writer has heard of it.
    await sleep(10)
    const late = attach()
    writer.close()
    if (asksLast) early.latest()
    expect([await late.changed(), late.latest()?.tick, await late.changed()]).toEqual([true, 1, false])
    expect(await early.changed()).toBe(false)
  }
})

test('a dead writer is told by endForDeadWriter()', async () => {
  const { offer, attach } = copied()
  const told = attach().changed()
  endForDeadWriter(offer)
  expect(await told).toBe(false)
})

test('changedSync() is refused, and so is another mode', () => {
  const { attach } = copied()
  expect(() => attach().changedSync({ timeout: 5 })).toThrow(
    new TypeError('Cannot block for a state in mode "copied": it comes by message, use changed()'),
  )
  expect(() => createState(World, { mode: 'fast' as never })).toThrow(
    new TypeError('Cannot create a state in mode "fast": use "copied", or leave it out'),
  )
})

test('it crosses threads, and keeps no process alive', async () => {
  const { writer, offer } = createState(World, { mode: 'copied' })
  const worker = new Worker(new URL('copied.worker.ts', import.meta.url), { workerData: offer })
  const exit = once(worker, 'exit')
  const [first] = await once(worker, 'message')
  expect(first).toBe('attached')
  const seen = once(worker, 'message')
  writer.update((world) => void (world.tick = 5))
  writer.close()
  expect(await seen).toEqual([[5]])
  expect(await exit).toEqual([0])
})
