import { expect } from 'vitest'

/** What `act` throws, which fails the test when that is nothing. */
export function thrownBy(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  return expect.unreachable('nothing was thrown')
}
