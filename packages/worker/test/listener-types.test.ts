import { attach, createChannel, type NodePort } from '@slipring/worker'
import { afterEach, expect, expectTypeOf, test } from 'vitest'

const ports: NodePort[] = []
afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

// The compiler checks these listeners as well: that is half of the test.
test('listeners are told what they get', async () => {
  const { port, offer } = createChannel()
  const other = attach(offer)
  ports.push(port, other)
  const seen: unknown[] = []
  other.onmessage = (event) => seen.push(event.data.hello, event.ports.length)
  other.addEventListener('message', (event) => seen.push(event.origin + event.lastEventId))
  other.onmessageerror = ({ data }) => seen.push(data)
  other.onclose = ({ type }) => seen.push(type)
  other.addEventListener('message', (event) => seen.push(event.data.hello))
  other.addEventListener('message', (event: MessageEvent) => seen.push(event.origin))
  other.addEventListener('message', { handleEvent: (event: MessageEvent) => seen.push(event.data.hello) })
  other.addEventListener('close', (event) => seen.push(event.target === other))
  other.addEventListener('own', (event) => seen.push(event.detail))
  const target: Pick<EventTarget, 'addEventListener' | 'removeEventListener'> = other
  target.addEventListener('close', () => seen.push('last'))
  port.postMessage({ hello: 'you' })
  port.close()
  await new Promise((resolve) => other.on('close', resolve))
  expect(seen).toEqual(['you', 0, '', 'you', '', 'you', 'close', true, 'last'])
})

test('receive() gives what the caller says that it gives', async () => {
  const { port, offer } = createChannel()
  const other = attach(offer)
  ports.push(port, other)
  port.postMessage({ hello: 'you' })
  const message = await other.receive<{ hello: string }>({ timeout: 1000 })
  expectTypeOf(message).toEqualTypeOf<{ hello: string }>()
  expect(message).toEqual({ hello: 'you' })
  port.postMessage(2)
  const anything = await other.receive()
  expectTypeOf(anything).toBeAny()
})
