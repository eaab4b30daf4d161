import { expect } from 'vitest'

/** Returns the error that `act` throws. The test fails when it throws none. */
export function thrownBy(act: () => unknown): Error {
  try {
    act()
  } catch (error) {
    return error as Error
  }
  return expect.unreachable('nothing was thrown')
}
