/** Messages and ends outlive a thread or a port; memory does not. */

import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { MessageChannel, type MessagePort, Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel, type NodePort, type Offer, ownClass, Worker } from '@slipring/worker'
import { expect, test } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

test.each(['at once', 'after a while'])(
  'attaching to the offer of a thread that has died gives its messages, and its end: %s',
  async (when) => {
    const worker = new NativeWorker(new URL('offering.worker.ts', import.meta.url))
    const [offer] = (await once(worker, 'message')) as [Offer]
    await delay(20)
    await worker.terminate()
    // The event of the native port, which comes once, is over then.
    if (when === 'after a while') await delay(20)
    const port: NodePort = attach(offer)
    closeAfterTest(port)
    expect(await port.receive()).toBe('hello')
    expect(await Promise.race([port.closed, delay(1000, 'never')])).toEqual({ reason: 'peer-died' })
  },
)

test('a listener that removeAllListeners() has removed is not kept, nor what it was made for', async () => {
  const worker = new Worker('setInterval(() => {}, 1000)', { eval: true })
  closeAfterTest(worker)
  const made = ((): WeakRef<object> => {
    const job = { is: 'done' }
    worker.on('message', () => job)
    return new WeakRef(job)
  })()
  worker.removeAllListeners('message')
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  for (let round = 0; round < 10 && made.deref() !== undefined; round++) {
    await delay(1)
    collectGarbage()
  }
  expect(made.deref()).toBeUndefined()
})

const next = (port: { once(type: 'message', listener: (value: unknown) => void): unknown }): Promise<unknown> =>
  new Promise((resolve) => port.once('message', resolve))

type Prepare = (other: NodePort, send: (message: unknown) => void) => unknown

test.each<[string, Prepare]>([
  ['nobody has ever asked', () => {}],
  ['the one that asked gave up', (other) => other.receive({ timeout: 1 }).catch(() => {})],
  [
    'nobody pulls any more',
    (other, send) => {
      send(1)
      return other.receive()
    },
  ],
  [
    'it is behind another',
    async (other, send) => {
      send(1)
      await other.receive()
      send(2)
    },
  ],
  [
    'nobody listens any more',
    (other, send) => {
      const heard = next(other)
      send(1)
      return heard
    },
  ],
])('a port in a message that nobody has taken ends with the port that brought it: %s', async (_, prepare) => {
  const [port, other] = pair()
  await prepare(other, (message) => port.postMessage(message))
  const { port1, port2 } = new MessageChannel()
  const ended = new Promise((resolve) => port1.once('close', () => resolve('ended')))
  port.postMessage({ port2 }, [port2])
  await delay(10)
  other.close()
  expect(await Promise.race([ended, delay(500, 'open')])).toBe('ended')
})

test('a port in a message that a listener has taken goes on', async () => {
  const [port, other] = pair()
  const { port1, port2 } = new MessageChannel()
  const taken = next(other) as Promise<MessagePort>
  port.postMessage(port2, [port2])
  port1.postMessage('hello')
  const there = await taken
  other.close()
  expect(await next(there)).toBe('hello')
  port1.close()
})

test('a port in a message whose class closes the port that brings it ends with that', async () => {
  class Closing {
    is = true
  }
  const codecOf = (from: () => Closing) => ({
    classes: [ownClass({ name: 'Closing', type: Closing, to: () => null, from })],
  })
  const { port, offer } = createChannel({ codec: codecOf(() => new Closing()) })
  const other: NodePort = attach(offer, {
    codec: codecOf(() => {
      other.close()
      return new Closing()
    }),
  })
  closeAfterTest(port, other)
  other.on('message', () => expect.unreachable())
  const { port1, port2 } = new MessageChannel()
  const ended = new Promise((resolve) => port1.once('close', () => resolve('ended')))
  port.postMessage({ closing: new Closing(), port2 }, [port2])
  expect(await Promise.race([ended, delay(500, 'open')])).toBe('ended')
})

test.each(['once', 'off'])(
  'the ports in messages that come after a listener has closed its port, by %s, end',
  async (how) => {
    const { port1, port2 } = new MessageChannel()
    const ended = once(port1, 'close')
    const [port, other] = pair()
    const listener = (): void => {
      other.off('message', listener)
      other.close()
    }
    if (how === 'once') other.once('message', () => other.close())
    else other.on('message', listener)
    port.postMessage(1)
    port.postMessage({ port2 }, [port2])
    await ended
  },
)
