import { expect, test } from 'vitest'
import { watch } from './watched-sender.ts'

// Found by `npm run prove -- hostile`: a promise for ever pending, or undefined in its place.
test.each([1, 2])('ready resolves also when the other side catches up after %i look(s)', async (looks) => {
  const amounts = [...Array<number>(looks).fill(100), 0]
  const { pressure, held } = watch(() => (amounts.length > 1 ? amounts.shift()! : amounts[0]!))
  const ready = pressure.whenReady()
  expect(ready).toBeInstanceOf(Promise)
  expect(await ready).toBeUndefined()
  expect(held).toEqual([])
})
