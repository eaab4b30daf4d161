import {
  attach,
  type ChannelOptions,
  connect,
  createChannel,
  type PortOptions,
  receiveIntoSync,
  receiveMessageSync,
  Worker,
  type WorkerOptions,
} from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest } from './open-ports.ts'

const NONE = {
  capacity: undefined,
  startPosition: undefined,
  delivery: undefined,
  waitStrategy: undefined,
  maxCapacity: undefined,
  wakeBy: undefined,
  highWaterMark: undefined,
  maxBufferedBytes: undefined,
  whenFull: undefined,
  measure: undefined,
  codec: undefined,
} satisfies Record<keyof (ChannelOptions & PortOptions), undefined>

// The compiler says so too: with exactOptionalPropertyTypes.
test('an option that is undefined is as one that is not there', () => {
  const plain = createChannel()
  const { port, offer } = createChannel(NONE)
  const other = attach(offer, NONE)
  closeAfterTest(plain.port, port, other)
  expect(offer.rings!.map((ring) => ring.byteLength)).toEqual(plain.offer.rings!.map((ring) => ring.byteLength))
  expect([port.highWaterMark, port.stats()]).toEqual([plain.port.highWaterMark, plain.port.stats()])
  port.postMessage('first', { transfer: undefined })
  port.postMessage(new Uint8Array([2]))
  expect(receiveMessageSync(other, { timeout: undefined })).toEqual({ message: 'first' })
  expect(receiveIntoSync(other, new Uint8Array(1), { timeout: undefined })).toBe(1)
})

test('so is one of a listener', () => {
  const { port } = createChannel()
  closeAfterTest(port)
  const options = { once: undefined, capture: undefined, passive: undefined, signal: undefined }
  const seen: unknown[] = []
  port.addEventListener('own', () => seen.push('own'), options)
  for (const value of [1, 2]) port.emit('own', value)
  expect(seen).toEqual(['own', 'own'])
})

test('a Worker takes such options', async () => {
  const options: WorkerOptions = NONE
  const worker = new Worker(new URL('echo.worker.ts', import.meta.url), options)
  closeAfterTest(worker)
  const port = connect(worker, NONE)
  port.postMessage('there and back')
  expect(await port.receive({ timeout: undefined, signal: undefined })).toBe('there and back')
})
