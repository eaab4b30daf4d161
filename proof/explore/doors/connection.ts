/** The machine behind the doors: one at a time, on one thread. */

import type { Machine } from '../machine.ts'

let current: Machine | undefined

/**
 * Runs `use` with the doors leading to `machine`, with its clock (what waits in vain has waited its time) and with its chance:
 * a thread that is run again gets the same numbers.
 */
export function withMachine<Result>(machine: Machine, use: () => Result): Result {
  const before = current
  const { now } = Date
  const { random } = Math
  current = machine
  Date.now = () => machine.now()
  Math.random = () => machine.random()
  try {
    return use()
  } finally {
    current = before
    Date.now = now
    Math.random = random
  }
}

export function connectedMachine(): Machine {
  if (current === undefined) throw new Error('No machine behind the door: run this in withMachine')
  return current
}
