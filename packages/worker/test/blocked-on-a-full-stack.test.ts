/** `receiveMessageSync` that a full stack stops in its sleep, on a port whose listener was asleep already. */

import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
})

test.each(['port', 'waitAsync'] as const)('the listener hears what comes next, woken by %s', async (wakeBy) => {
  const wait = Atomics.wait
  const sleep = vi.spyOn(Atomics, 'wait')
  // They take what the platform has as they are loaded.
  vi.resetModules()
  const { attach, createChannel, receiveMessageSync } = await import('@slipring/worker')
  const { port, offer } = createChannel({ waitStrategy: 'park' })
  const other = attach(offer, { wakeBy, waitStrategy: 'park' })
  const heard: unknown[] = []
  other.onmessage = ({ data }) => heard.push(data)
  port.postMessage('first')
  await vi.waitFor(() => expect(heard).toEqual(['first']))
  await delay(50)
  sleep.mockImplementation((...sleeping: Parameters<typeof wait>) => {
    // Without a time to sleep it is only the question whether the thread may block.
    if (sleeping[3] === 0) return wait(...sleeping)
    throw new RangeError('Maximum call stack size exceeded')
  })
  expect(() => receiveMessageSync(other, { timeout: 1 })).toThrow('Maximum call stack')
  sleep.mockRestore()
  await delay(50)
  port.postMessage('second')
  await vi.waitFor(() => expect(heard).toEqual(['first', 'second']))
  port.close()
  other.close()
})
