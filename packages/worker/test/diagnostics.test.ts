import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import {
  attach,
  createChannel,
  type NodePort,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { expect, test, vi } from 'vitest'

const NAMES = ['open', 'close', 'post', 'receive']

test('diagnostics channels tell of the messages of a port, while somebody has subscribed', async () => {
  const told: [string, any][] = []
  const tellers = NAMES.map((name) => {
    const teller = (message: unknown): void => void told.push([name, message])
    subscribe(`slipring:port:${name}`, teller)
    return [name, teller] as const
  })
  const { port, offer } = createChannel()
  const other = attach(offer)
  expect(told.splice(0)).toEqual([
    ['open', { port }],
    ['open', { port: other }],
  ])
  port.postMessage({ by: 'listener' })
  port.tryPostMessage('by receiveMessageOnPort')
  for (const value of ['by receiveMessageSync', 'by receive', 'by loop']) port.postMessage(value)
  expect(() => port.postMessage(() => {})).toThrow()
  expect(told.splice(0).map(([name, message]) => [name, message.port === port, message.value])).toEqual([
    ['post', true, { by: 'listener' }],
    ['post', true, 'by receiveMessageOnPort'],
    ['post', true, 'by receiveMessageSync'],
    ['post', true, 'by receive'],
    ['post', true, 'by loop'],
  ])
  await new Promise((resolve) => other.once('message', resolve))
  receiveMessageOnPort(other)
  receiveMessageSync(other)
  await other.receive()
  for await (const _ of other) break
  expect(told.splice(0).map(([name, message]) => [name, message.port === other, message.value])).toEqual([
    ['receive', true, { by: 'listener' }],
    ['receive', true, 'by receiveMessageOnPort'],
    ['receive', true, 'by receiveMessageSync'],
    ['receive', true, 'by receive'],
    ['receive', true, 'by loop'],
  ])
  port.close()
  await vi.waitFor(() => expect(told.length).toBe(2))
  expect(told.splice(0)).toEqual([
    ['close', { port, closure: { reason: 'closed' }, stats: port.stats() }],
    ['close', { port: other, closure: { reason: 'peer-closed' }, stats: other.stats() }],
  ])
  for (const [name, teller] of tellers) unsubscribe(`slipring:port:${name}`, teller)
  const silent = createChannel()
  silent.port.postMessage(1)
  silent.port.close()
  await silent.port.closed
  expect(told).toEqual([])
})

test('records of typed channels are told of with their channel, and not of a channel that is opened', async () => {
  const Point = channelOf(struct({ x: f64 }))
  const told: [string, any][] = []
  const tellers = ['post', 'receive'].map((name) => {
    // A view ends with the call.
    const teller = (message: any): void => void told.push([name, { ...message, value: { x: message.value.x } }])
    subscribe(`slipring:port:${name}`, teller)
    return [name, teller] as const
  })
  const { port, offer } = createChannel()
  const other = attach(offer)
  const points = port.channel(Point)
  const received = other.channel(Point)
  points.send({ x: 1 })
  points.write((point) => (point.x = 2))
  points.trySend({ x: 3 })
  points.send({ x: 4 })
  expect(() => points.send({ x: 'no number' } as never)).toThrow()
  expect(told.splice(0)).toEqual([1, 2, 3, 4].map((x) => ['post', { port, value: { x }, channel: points }]))
  expect(await received.receive()).toEqual({ x: 1 })
  for await (const record of received) {
    expect(record).toEqual({ x: 2 })
    break
  }
  const heard: number[] = []
  received.onrecord = ({ x }) => heard.push(x)
  await vi.waitFor(() => expect(heard).toEqual([3, 4]))
  expect(told.splice(0)).toEqual([1, 2, 3, 4].map((x) => ['receive', { port: other, value: { x }, channel: received }]))
  port.close()
  points.send({ x: 5 })
  expect(points.trySend({ x: 6 })).toBe(true)
  expect(told).toEqual([])
  for (const [name, teller] of tellers) unsubscribe(`slipring:port:${name}`, teller)
})

test('stats() counts messages, bytes, turns, sleeps and what did not fit', async () => {
  const { port, offer } = createChannel({ capacity: 4096 })
  const other = attach(offer)
  let received = 0
  other.on('message', () => received++)
  for (let number = 0; number < 300; number++) port.postMessage({ number, text: 'some text' })
  port.postMessage(new SharedArrayBuffer(8))
  await vi.waitFor(() => expect(received).toBe(301))
  await vi.waitFor(() => expect(other.stats().parks).toBeGreaterThan(0))
  const sent = port.stats()
  const taken = other.stats()
  expect(sent).toMatchObject({
    messagesSent: 301,
    messagesReceived: 0,
    spills: 1,
    bytesReceived: 0,
    turns: 0,
    parks: 0,
  })
  expect(taken).toMatchObject({ messagesReceived: 301, bytesReceived: sent.bytesSent, messagesSent: 0, spills: 0 })
  expect(sent.growths).toBeGreaterThan(0)
  expect(sent.fullRings).toBe(sent.growths)
  expect(sent.maxBuffered).toBeGreaterThan(4000)
  expect(taken.turns).toBeGreaterThan(0)
  port.close()
})

test('a subscriber that is told of the port of a Worker may listen on it at once', async () => {
  const seen: unknown[] = []
  const listen = (message: unknown): void => {
    const { port } = message as { port: NodePort }
    port.on('message', (value) => seen.push(value))
  }
  subscribe('slipring:port:open', listen)
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
  unsubscribe('slipring:port:open', listen)
  worker.postMessage({ to: 'the worker' })
  await vi.waitFor(() => expect(seen).toEqual([{ to: 'the worker' }]))
  await worker.terminate()
})
