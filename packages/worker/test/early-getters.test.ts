// A getter of a message that is posted before anybody reads may read the other end: the ring begins while that message is on its
// way by the native port. It must neither be overtaken nor be lost.
import { MessageChannel as NativeChannel, receiveMessageOnPort as takeNative } from 'node:worker_threads'
import { MessageChannel, receiveMessageOnPort } from '@slipring/worker'
import { expect, test } from 'vitest'

// As a program in JavaScript sees a port: without types.
type AnyPort = any
type Take = (port: AnyPort) => { message: unknown } | undefined
interface Ends {
  readonly port1: AnyPort
  readonly port2: AnyPort
}

const programs: Record<string, (ends: Ends, take: Take) => void> = {
  'reads it': ({ port1, port2 }, take) => {
    port1.postMessage({
      get x() {
        return take(port2) === undefined
      },
    })
    port1.postMessage(2)
  },
  'reads it and posts': ({ port1, port2 }, take) => {
    port1.postMessage({
      get x() {
        take(port2)
        port1.postMessage('inner')
        return 1
      },
    })
    port1.postMessage(2)
  },
  'posts, and a getter of that message reads it': ({ port1, port2 }, take) => {
    const inner = {
      get y() {
        take(port2)
        return 1
      },
    }
    port1.postMessage({
      get x() {
        port1.postMessage(inner)
        port1.postMessage('behind')
        return 1
      },
    })
    port1.postMessage(2)
  },
  'reads it after messages before': ({ port1, port2 }, take) => {
    port1.postMessage('first')
    port1.postMessage('second')
    port1.postMessage({
      get x() {
        return take(port2)?.message
      },
    })
    port1.postMessage(2)
  },
  'reads it and throws': ({ port1, port2 }, take) => {
    const thrower = {
      get x(): never {
        take(port2)
        throw new Error('of a getter')
      },
    }
    expect(() => port1.postMessage(thrower)).toThrow('of a getter')
    port1.postMessage(2)
  },
  'starts it': ({ port1, port2 }) => {
    port1.postMessage({
      get x() {
        port2.start()
        return 1
      },
    })
    port1.postMessage(2)
  },
}

test.each(Object.entries(programs))('a getter that %s: a program that polls gets all, in order', (_, program) => {
  const got = [new NativeChannel(), new MessageChannel()].map((ends, place) => {
    const take: Take = place === 0 ? takeNative : receiveMessageOnPort
    program(ends, take)
    const all: unknown[] = []
    for (let next = take(ends.port2); next !== undefined; next = take(ends.port2)) all.push(next.message)
    ends.port1.close()
    return all
  })
  expect(got[0]!.length).toBeGreaterThan(0)
  expect(got[1]).toEqual(got[0])
})

test.each(Object.entries(programs))('a getter that %s: a listener gets all, in order', async (_, program) => {
  const got = await Promise.all(
    [new NativeChannel(), new MessageChannel()].map(async (ends: Ends, place) => {
      const take: Take = place === 0 ? takeNative : receiveMessageOnPort
      const all: unknown[] = []
      program(ends, take)
      ends.port2.on('message', (message: unknown) => all.push(message))
      ends.port1.postMessage('last')
      await expect.poll(() => all.at(-1)).toBe('last')
      ends.port1.close()
      return all
    }),
  )
  expect(got[1]).toEqual(got[0])
})
