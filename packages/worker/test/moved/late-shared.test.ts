/** A channel gets its shared memory when one of its ends is read, or moves: one of which nobody reads needs none. */

import { MessageChannel, receiveMessageOnPort } from '@slipring/worker'
import { afterEach, expect, test } from 'vitest'
import { closeAfterTest } from '../open-ports.ts'

const { SharedArrayBuffer: Platform } = globalThis
afterEach(() => void (globalThis.SharedArrayBuffer = Platform))

/** Counts the memories that are made from now on. */
function countShared(): { made: number } {
  const count = { made: 0 }
  globalThis.SharedArrayBuffer = new Proxy(Platform, {
    construct(target, args, newTarget) {
      count.made++
      return Reflect.construct(target, args, newTarget)
    },
  })
  return count
}

test('a channel that is posted to and never read has no shared memory, and both ends say that they share', () => {
  const count = countShared()
  const { port1, port2 } = new MessageChannel()
  port1.postMessage('posted')
  port2.on('close', () => {})
  expect(count.made).toBe(0)
  expect([port1.mode, port2.mode]).toEqual(['shared', 'shared'])
  expect(port1.stats()).toMatchObject({ messagesSent: 1, spills: 1 })
  port1.close()
})

test('the first read makes the memory of both directions, and messages from before come first', () => {
  const count = countShared()
  const { port1, port2 } = new MessageChannel()
  closeAfterTest(port1, port2)
  port1.postMessage('before')
  expect(receiveMessageOnPort(port2)).toEqual({ message: 'before' })
  expect(count.made).toBe(2)
  port1.postMessage('after')
  expect(receiveMessageOnPort(port2)).toEqual({ message: 'after' })
  expect(port1.stats()).toMatchObject({ messagesSent: 2, spills: 1 })
})

test('what was posted before an end closed unread still arrives, and then the end', async () => {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage('last')
  port1.close()
  const heard: unknown[] = []
  port2.on('message', (message) => heard.push(message))
  expect((await port2.closed).reason).toBe('peer-closed')
  expect(heard).toEqual(['last'])
})
