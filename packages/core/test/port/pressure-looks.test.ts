import { expect, test, vi } from 'vitest'
import { watch } from './watched-sender.ts'

vi.mock('../../src/atomics.ts', async (original) => ({ ...(await original<object>()), waitAsync: undefined }))

test('without Atomics.waitAsync one look at a time is due, however often somebody posts meanwhile', async () => {
  let buffered = 100
  const looks: (() => void)[] = []
  const { pressure } = watch(() => buffered, {
    later: (look) => {
      looks.push(look)
      return () => {}
    },
  })
  const ready = pressure.whenReady()
  for (let post = 0; post < 3; post++) pressure.rearm()
  expect(looks.length).toBe(1)
  looks.shift()!()
  expect(looks.length).toBe(1)
  buffered = 0
  looks.shift()!()
  await ready
  expect(looks.length).toBe(0)
})
