/** The values of a stream that its worker may give: by words of shared memory. */

import { expect, test } from 'vitest'
import { Allowed } from '../../src/pool/allowed.ts'
import { Asked } from '../../src/pool/asked.ts'
import { Claims } from '../../src/pool/claims.ts'

const NUMBER = 300

function openAsked(ahead: number) {
  const allowed = new Allowed(new Claims().words)
  const clock = { ms: 0, tasks: 0 }
  const nextTask = (callback: () => void): void => {
    clock.tasks++
    callback()
  }
  allowed.show(NUMBER, ahead)
  const asked = new Asked(NUMBER, ahead, allowed, { now: () => clock.ms, nextTask, hasOneCore: true })
  return { allowed, asked, clock }
}

test('no message is needed while the worker does not wait, and one wakes it when half may be given', async () => {
  const { allowed, asked } = openAsked(4)
  expect([asked.take(), asked.take()]).toEqual([true, true])
  expect(allowed.raise(NUMBER, 5)).toBe(false)
  expect([asked.take(), asked.take(), asked.take()]).toEqual([true, true, false])
  let isWoken = false
  const more = asked.more().then(() => (isWoken = true))
  expect(allowed.raise(NUMBER, 6)).toBe(false)
  expect(allowed.raise(NUMBER, 7)).toBe(true)
  await undefined
  expect(isWoken).toBe(false)
  asked.add(1)
  await more
  // Its wish was heard.
  expect(allowed.raise(NUMBER, 8)).toBe(false)
  expect([asked.take(), asked.take(), asked.take()]).toEqual([true, true, false])
})

test('what is asked for before the worker waits is seen, and leaves no wish', async () => {
  const { allowed, asked } = openAsked(1)
  expect(asked.take()).toBe(false)
  allowed.raise(NUMBER, 2)
  await asked.more()
  expect(allowed.raise(NUMBER, 3)).toBe(false)
  expect([asked.take(), asked.take()]).toEqual([true, false])
})

test('a generator that never has to wait leaves the thread after some milliseconds', async () => {
  const { allowed, asked, clock } = openAsked(1)
  allowed.raise(NUMBER, 2)
  expect(asked.take()).toBe(true)
  clock.ms = 10
  allowed.raise(NUMBER, 3)
  expect(asked.take()).toBe(false)
  expect(clock.tasks).toBe(0)
  await asked.more()
  expect(clock.tasks).toBe(1)
  allowed.raise(NUMBER, 4)
  expect(asked.take()).toBe(true)
})

test('a stream that nobody reads any more waits for nothing', async () => {
  const { asked } = openAsked(1)
  asked.take()
  const more = asked.more()
  asked.end()
  await more
  expect(asked.isEnded).toBe(true)
})
