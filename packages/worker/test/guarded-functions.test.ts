/** Functions of a program may be Proxies, as those of Comlink are: they are called, and nothing is read of them. */

import { setImmediate } from 'node:timers/promises'
import { channelOf } from '@slipring/core/channel'
import { struct, u32 } from '@slipring/core/schema'
import { createState, stateOf } from '@slipring/core/state'
import { attach, createChannel, type NodePort, ownClass, Pool } from '@slipring/worker'
import { beforeEach, describe, expect, test } from 'vitest'

const seen: unknown[] = []
beforeEach(() => {
  seen.length = 0
})

function note(trap: string, key: unknown): void {
  seen.push(`${trap} ${String(key)}`)
}

/** Notes what is read of it. */
function guarded<F extends (...args: any[]) => any>(run: F): F {
  return new Proxy(run, {
    get: (target, key, receiver) => {
      note('get', key)
      return Reflect.get(target, key, receiver)
    },
    has: (target, key) => {
      note('has', key)
      return Reflect.has(target, key)
    },
    getPrototypeOf: (target) => {
      note('getPrototypeOf', '')
      return Reflect.getPrototypeOf(target)
    },
  })
}

function pair(options = {}): [NodePort, NodePort] {
  const { port, offer } = createChannel(options)
  return [port, attach(offer, options)]
}

/** Ends when `count` calls have come. */
async function called(count: number): Promise<void> {
  while (seen.length < count) await setImmediate()
}

const hear = guarded((value: any) => void seen.push(value?.data ?? value?.type ?? value))
async function* none(): AsyncGenerator<never> {}
const Point = channelOf(struct({ x: u32 }))

describe('of a function that the program gave nothing is read when it is called:', () => {
  const ways: Record<string, (port: NodePort, type: string) => void> = {
    addEventListener: (port, type) => port.addEventListener(type, hear),
    'handleEvent of an object': (port, type) => port.addEventListener(type, { handleEvent: hear }),
    on: (port, type) => port.on(type, hear),
    once: (port, type) => port.once(type, hear),
    'a handler attribute': (port, type) => void ((port as any)[`on${type}`] = hear),
  }

  test.each(Object.entries(ways))('a listener by %s', async (_, listen) => {
    const [port, other] = pair()
    listen(port, 'message')
    listen(port, 'messageerror')
    other.postMessage('hello')
    await called(1)
    port.emit('messageerror', 'unreadable')
    expect(seen).toEqual(['hello', 'unreadable'])
    other.close()
    await port.closed
  })

  test('the stop of an event that the program dispatches', async () => {
    const [port, other] = pair()
    const event = new Event('own')
    Object.defineProperty(event, 'stopImmediatePropagation', { value: guarded(() => {}), configurable: true })
    port.addEventListener('own', (own) => (own as Event).stopImmediatePropagation())
    port.dispatchEvent(event)
    expect(seen).toEqual([])
    other.close()
  })

  test('then of what a listener returns', async () => {
    const [port, other] = pair()
    const then = guarded(() => void seen.push('awaited'))
    // oxlint-disable-next-line unicorn/no-thenable -- that is the case
    port.on('message', () => ({ then }))
    other.postMessage('hello')
    await called(1)
    expect(seen).toEqual(['awaited'])
    other.close()
  })

  test('onrecord of a channel', async () => {
    const [port, other] = pair()
    port.channel(Point).onrecord = guarded((record) => void seen.push(record.x))
    other.channel(Point).send({ x: 7 })
    await called(1)
    expect(seen).toEqual([7])
    other.close()
  })

  test('fill, to and from', async () => {
    class Money {
      readonly cents: number
      constructor(cents: number) {
        this.cents = cents
      }
    }
    const to = guarded(({ cents }: Money) => cents)
    const from = guarded((cents: number) => new Money(cents))
    const codec = { classes: [ownClass({ name: 'Money', type: Money, to, from })] }
    const [port, other] = pair({ codec })
    port.postMessage(new Money(5))
    expect(await other.receive()).toEqual(new Money(5))
    const fill = guarded((bytes: Uint8Array) => void bytes.fill(1))
    port.postBytes(64, fill)
    expect((await other.receive()).byteLength).toBe(64)
    expect(seen).toEqual([])
    other.close()
  })

  test('a change of a state', () => {
    const { writer } = createState(stateOf(Point))
    writer.update(guarded((draft) => void (draft.x = 3)))
    expect(seen).toEqual([])
  })

  test('the iterator of the tasks of a pool', async () => {
    await using pool = new Pool({ filename: new URL('pool/tasks.worker.ts', import.meta.url) })
    for await (const _ of pool.map({ [Symbol.asyncIterator]: guarded(none) }));
    expect(seen).toEqual([])
  })
})
