/** The machine behind the doors: one at a time, on one thread. */

import type { Machine } from '../machine.ts'

let current: Machine | undefined

/** Runs `use` with the doors leading to `machine`, and with its clock: what waits in vain has waited its time. */
export function withMachine<Result>(machine: Machine, use: () => Result): Result {
  const before = current
  const { now } = Date
  current = machine
  Date.now = () => machine.now()
  try {
    return use()
  } finally {
    current = before
    Date.now = now
  }
}

export function connectedMachine(): Machine {
  if (current === undefined) throw new Error('No machine behind the door: run this in withMachine')
  return current
}
