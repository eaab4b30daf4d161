import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import type { BrowserPort } from '../src/browser-port.ts'
import { attach, createChannel } from '../src/channel.ts'

const ports: BrowserPort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
  vi.unstubAllGlobals()
})

function pair(): [BrowserPort, BrowserPort] {
  const { port, offer } = createChannel({ mode: 'copied' })
  const other = attach(offer)
  ports.push(port, other)
  return [port, other]
}

// A program may have the type of an event in a variable.
const someType = (type: string): string => type

// The compiler checks these listeners as well: that is half of the tests.
test('listeners of a port are told what they get', async () => {
  const [port, other] = pair()
  const seen: unknown[] = []
  other.onmessage = function (event) {
    seen.push(event.data.hello, event.ports.length, this === other)
  }
  other.addEventListener('message', (event) => seen.push(event.origin + event.lastEventId))
  other.addEventListener('message', (event: MessageEvent<{ hello: string }>) => seen.push(event.data.hello))
  other.addEventListener('message', { handleEvent: (event: MessageEvent) => seen.push(event.data.hello) })
  other.addEventListener('message', function ({ data }) {
    expectTypeOf(this).toEqualTypeOf<BrowserPort>()
    seen.push(data.hello, this === other)
    this.close()
  })
  other.addEventListener('close', (event) => seen.push(event.type))
  port.postMessage({ hello: 'you' })
  await other.closed
  await vi.waitFor(() => expect(seen.at(-1)).toBe('close'))
  expect(seen).toEqual(['you', 0, true, '', 'you', 'you', 'you', true, 'close'])
})

test('listeners of any other event of a port are told that it is one', () => {
  const [, other] = pair()
  const seen: unknown[] = []
  other.addEventListener('own', (event) => {
    expectTypeOf(event).toEqualTypeOf<Event>()
    seen.push(event.type)
  })
  other.addEventListener('own', (event: CustomEvent<number>) => seen.push(event.detail))
  other.addEventListener(someType('own'), ({ type }) => seen.push(type))
  other.addEventListener('own', { handleEvent: ({ type }) => seen.push(type) })
  const target: EventTarget = other
  target.addEventListener('own', ({ type }) => seen.push(type))
  target.dispatchEvent(new CustomEvent('own', { detail: 5 }))
  expect(seen).toEqual(['own', 5, 'own', 'own', 'own'])
})

test('so are those of a worker', async () => {
  const terminate = vi.fn()
  class NativeWorker extends EventTarget {
    terminate(): void {
      terminate()
    }
  }
  // Node has none.
  vi.stubGlobal('Worker', NativeWorker)
  const { Worker } = await import('../src/worker.ts')
  const worker = new Worker('worker.js')
  const seen: unknown[] = []
  worker.onmessage = function ({ data }) {
    seen.push(data, this === worker)
  }
  worker.addEventListener('message', (event: MessageEvent<number>) => seen.push(event.data))
  worker.addEventListener('message', function ({ data }) {
    seen.push(data)
    this.terminate()
  })
  worker.addEventListener('error', ({ message }) => seen.push(message))
  worker.addEventListener('own', (event) => {
    expectTypeOf(event).toEqualTypeOf<Event>()
    seen.push(event.type)
  })
  worker.addEventListener('own', (event: CustomEvent<number>) => seen.push(event.detail))
  worker.addEventListener(someType('own'), ({ type }) => seen.push(type))
  worker.addEventListener('own', { handleEvent: ({ type }) => seen.push(type) })
  const native: globalThis.Worker = worker
  native.addEventListener('own', ({ type }) => seen.push(type))
  native.dispatchEvent(new CustomEvent('own', { detail: 5 }))
  native.dispatchEvent(new MessageEvent('message', { data: 6 }))
  expect(seen).toEqual(['own', 5, 'own', 'own', 'own', 6, true, 6, 6])
  expect(terminate).toHaveBeenCalledOnce()
})
