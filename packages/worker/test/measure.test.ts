import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { performance } from 'node:perf_hooks'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import { createChannel, receiveMessageOnPort, receiveMessageSync, Worker } from '@slipring/worker'
import { afterEach, expect, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

afterEach(() => performance.clearMeasures())

const entries = (name: string): PerformanceEntry[] => performance.getEntriesByName(name, 'measure')

test('option measure: an entry for each message posted and each delivered, in whatever way', async () => {
  const [port, other] = pair({ measure: 'job' })
  let end!: () => void
  const heard = new Promise<void>((resolve) => (end = resolve))
  const slow = { slow: 'x'.repeat(2_000_000) }
  const before = performance.now()
  port.postMessage(slow)
  const first = other.receive()
  expect(await first).toEqual(slow)
  for (const message of ['by receiveMessageOnPort', 'by receiveMessageSync', new Uint8Array(4), 'by listener'])
    port.postMessage(message)
  expect(() => port.postMessage(() => {})).toThrow()
  receiveMessageOnPort(other)
  receiveMessageSync(other)
  await other.receiveInto(new Uint8Array(4))
  other.on('message', () => {
    const until = performance.now() + 5
    while (performance.now() < until);
    port.tryPostMessage('within a listener')
    receiveMessageOnPort(other)
    other.removeAllListeners()
    end()
  })
  await heard
  await vi.waitFor(() => expect(entries('job deliver').length).toBe(6))
  const posted = entries('job post')
  expect(posted.length).toBe(6)
  for (const { startTime, duration } of [...posted, ...entries('job deliver')]) {
    expect(startTime).toBeGreaterThanOrEqual(before)
    expect(duration).toBeGreaterThanOrEqual(0)
  }
  // Of the listener: around what it posted itself. By its length alone it could not be told on a busy machine.
  const within = posted.at(-1)!
  const around = entries('job deliver').filter(({ startTime, duration }) => {
    return startTime < within.startTime && startTime + duration > within.startTime + within.duration
  })
  expect(around.length).toBe(1)
  expect(around[0]!.duration).toBeGreaterThanOrEqual(5)
})

test('option measure: a native message that was kept is measured from where it is read', async () => {
  const code =
    "for (const message of ['taken', 'awaited']) require('node:worker_threads').parentPort.postMessage(message)"
  const worker = new Worker(code, { eval: true, measure: 'native' })
  closeAfterTest(worker)
  const taken = await vi.waitFor(
    () => receiveMessageOnPort(worker.port) ?? Promise.reject(new Error('none yet')),
    10_000,
  )
  expect(taken).toEqual({ message: 'taken' })
  const before = performance.now()
  expect(await worker.port.receive()).toBe('awaited')
  await vi.waitFor(() => expect(entries('native deliver').length).toBe(2))
  expect(entries('native deliver')[1]!.startTime).toBeGreaterThanOrEqual(before)
  expect(entries('native deliver')[0]!.startTime).toBeGreaterThan(0)
})

test('option measure: an entry for each record of a typed channel, sent and delivered', async () => {
  const Point = channelOf(struct({ x: f64 }))
  const [port, other] = pair({ measure: 'typed' })
  const points = port.channel(Point)
  const received = other.channel(Point)
  points.send({ x: 1 })
  points.write((point) => (point.x = 2))
  expect(() => points.send({ x: 'no number' } as never)).toThrow()
  expect(entries('typed post').length).toBe(2)
  expect(await received.receive()).toEqual({ x: 1 })
  await new Promise<void>((resolve) => {
    received.onrecord = () => {
      const until = performance.now() + 5
      while (performance.now() < until);
      resolve()
    }
  })
  await vi.waitFor(() => expect(entries('typed deliver').length).toBe(2))
  expect(entries('typed deliver').at(-1)!.duration).toBeGreaterThanOrEqual(5)
})

test('option measure beside a subscriber of diagnostics', async () => {
  const told: unknown[] = []
  const tell = (message: unknown): void => void told.push(message)
  for (const name of ['post', 'receive']) subscribe(`slipring:port:${name}`, tell)
  const [port, other] = pair({ measure: 'both' })
  port.postMessage(1)
  expect(await other.receive()).toBe(1)
  for (const name of ['post', 'receive']) unsubscribe(`slipring:port:${name}`, tell)
  expect(told).toEqual([
    { port, value: 1 },
    { port: other, value: 1 },
  ])
  expect(entries('both post').length).toBe(1)
  expect(entries('both deliver').length).toBe(1)
})

test('without the option there are no entries, and a name that is none is refused', async () => {
  const [port, other] = pair()
  port.postMessage(1)
  expect(await other.receive()).toBe(1)
  expect(performance.getEntriesByType('measure')).toEqual([])
  expect(() => createChannel({ measure: 7 as never })).toThrow('Cannot measure by 7: use a name for the entries')
})
