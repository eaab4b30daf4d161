/** Functions and generators that the pools of the programs run. */

import { setTimeout as pause } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'
import { move } from '@slipring/worker'

/** Words in shared memory: what was made, what has ended, and a stop that the program sets. */
const [MADE, ENDED, STOP] = [0, 1, 2]

class InvoiceError extends RangeError {
  name = 'InvoiceError'
  code = 'ERR_INVOICE'
}

export default (value) => value * 2
export const echo = (value) => value
export const wait = (ms) => pause(ms)
export const data = () => workerData
export const environment = (name) => process.env[name]
export const parameters = () => process.argv.slice(2)
export const execArgv = () => process.execArgv
export const uncloneable = () => () => {}
export const exit = (code) => process.exit(code)
export const contextOf = (_, { name, attempt, workerId, signal }) => [name, attempt, workerId, signal.aborted]

/** A thousand numbers need about 8 KB. */
export function allocate(thousands) {
  const kept = []
  for (let count = 0; count < thousands; count++) kept.push(Array.from({ length: 1000 }, (_, item) => item + 0.5))
  return kept.length
}

export function block(words) {
  Atomics.add(words, MADE, 1)
  Atomics.wait(words, STOP, 0)
}

export async function fail(how) {
  await pause(1)
  if (how === 'dom') throw new DOMException('not now', 'AbortError')
  if (how === 'own') throw new InvoiceError('no such invoice')
  throw new TypeError('outer', { cause: new RangeError('inner') })
}

export function throwAside() {
  queueMicrotask(() => {
    throw new RangeError('aside')
  })
  return pause(60_000)
}

/** The second time it tells which attempt it is. */
export function dieOnce(words, { attempt }) {
  if (Atomics.add(words, MADE, 1) === 0) process.exit(3)
  return attempt
}

/** Computes, and looks at its signal. */
export function spin(words, { signal }) {
  while (!signal.aborted) Atomics.add(words, MADE, 1)
  Atomics.add(words, ENDED, 1)
}

export async function sleep(words, { signal }) {
  Atomics.add(words, MADE, 1)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  Atomics.add(words, ENDED, signal.reason.message === 'enough' ? 1 : 0)
  if (signal.reason.name === 'TimeoutError') Atomics.store(words, STOP, 1)
}

export async function deaf(words) {
  Atomics.add(words, MADE, 1)
  await pause(60_000)
}

export function fill(length) {
  const bytes = new Uint8Array(length).fill(7)
  return move(bytes, [bytes.buffer])
}

/** Notes the order in which tasks begin. */
export function note({ words, number }) {
  words[Atomics.add(words, 0, 1) + 1] = number
}

export function* numbers({ count, words }) {
  try {
    for (let number = 0; number < count; number++) {
      if (words !== undefined) Atomics.add(words, MADE, 1)
      yield number
    }
  } finally {
    if (words !== undefined) Atomics.add(words, ENDED, 1)
  }
}

export async function* slowly(count) {
  for (let number = 0; number < count; number++) {
    await pause(1)
    yield `part ${number}`
  }
  if (count === 3) throw new RangeError('no more')
}

export function* mortal() {
  yield 'last words'
  process.exit(7)
}

export async function* squares(source) {
  for await (const number of source) yield number ** 2
}

export async function total({ source }) {
  let sum = 0
  for await (const number of source) sum += number
  return sum
}

/** Leaves its source after the first value. */
export async function first([source]) {
  for await (const value of source) return value
}
