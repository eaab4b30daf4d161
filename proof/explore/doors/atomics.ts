/** Takes the place of `packages/core/src/atomics.ts`: every access is a step of the machine. */

import type { WaitAsyncResult } from '../../../packages/core/src/atomics.ts'
import type { Machine } from '../machine.ts'
import { AND, COMPARE_EXCHANGE, EXCHANGE, LOAD, NOTIFY, opOf, OR, STORE, WAIT_ASYNC } from '../op.ts'
import { connectedMachine } from './connection.ts'
import { regionIndexOf } from './modelled-region.ts'

type Words = Int32Array

export const load = (words: Words, index: number): number => step(LOAD, words, index, 0, 0)
export const exchange = (words: Words, index: number, value: number): number => step(EXCHANGE, words, index, value, 0)
export const or = (words: Words, index: number, bits: number): number => step(OR, words, index, bits, 0)
export const and = (words: Words, index: number, bits: number): number => step(AND, words, index, bits, 0)
export const compareExchange = (words: Words, index: number, expected: number, value: number): number =>
  step(COMPARE_EXCHANGE, words, index, value, expected)
export const notify = (words: Words, index: number): number => step(NOTIFY, words, index, 0, 0)

export function store(words: Words, index: number, value: number): number {
  step(STORE, words, index, value, 0)
  return value
}

const WAIT_RESULTS = ['ok', 'not-equal', 'timed-out'] as const

export function wait(words: Words, index: number, value: number, timeoutMs: number = Infinity): string {
  return WAIT_RESULTS[machine().wait(regionIndexOf(words), index, value, timeoutMs)]!
}

export function waitAsync(words: Words, index: number, value: number): WaitAsyncResult {
  const id = step(WAIT_ASYNC, words, index, value, 0)
  if (id < 0) return { async: false, value: 'not-equal' }
  // oxlint-disable-next-line unicorn/no-thenable -- the machine calls back as an event of its own, not as a microtask
  const promise = { then: (callback: () => void) => machine().onWake(id, callback) }
  return { async: true, value: promise as unknown as Promise<'ok'> }
}

export const pause = (): void => {}
export const now = (): number => machine().now()
export const canBlock = (): boolean => true

function step(kind: number, words: Words, index: number, value: number, expected: number): number {
  return machine().op(opOf(kind, regionIndexOf(words), index, value, expected, 0))
}

function machine(): Machine {
  return connectedMachine()
}
