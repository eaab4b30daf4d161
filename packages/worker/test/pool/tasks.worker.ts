/** Functions that the tests of the pool run. */

import { setTimeout } from 'node:timers/promises'
import { threadId, workerData } from 'node:worker_threads'
import { move } from '@slipring/worker'

export default function double(value: number): number {
  return value * 2
}

export function echo(value: unknown): unknown {
  return value
}

export async function wait(ms: number): Promise<number> {
  await setTimeout(ms)
  return ms
}

/** Blocks its thread until the word is no longer 0. */
export function block(words: Int32Array): number {
  Atomics.wait(words, 0, 0)
  return Atomics.load(words, 0)
}

/** Counts in shared memory how often it was called. */
export function count(words: Int32Array): number {
  return Atomics.add(words, 0, 1)
}

export function thread(): number {
  return threadId
}

export function data(): unknown {
  return workerData
}

export function environment(name: string): string | undefined {
  return process.env[name]
}

class InvoiceError extends RangeError {
  readonly code = 'ERR_INVOICE'
  override readonly name = 'InvoiceError'
}

export function fail(kind: string): never {
  if (kind === 'cause') throw new TypeError('outer', { cause: new RangeError('inner') })
  if (kind === 'own') throw new InvoiceError('no such invoice')
  if (kind === 'function') throw Object.assign(new Error('with a function'), { code: 'E_F', run: () => {} })
  if (kind === 'symbol') throw Symbol('odd')
  throw kind
}

export async function failLater(message: string): Promise<never> {
  await setTimeout(1)
  throw new RangeError(message)
}

export function uncloneable(): unknown {
  return () => {}
}

export function exit(code: number): never {
  process.exit(code)
}

export async function countAndWait(words: Int32Array): Promise<void> {
  Atomics.add(words, 0, 1)
  await setTimeout(60_000)
}

interface Abortable {
  words: Int32Array
  signal: AbortSignal
}

export async function countUntilAborted({ words, signal }: Abortable): Promise<string> {
  while (!signal.aborted) {
    Atomics.add(words, 0, 1)
    await setTimeout(1)
  }
  return 'aborted'
}

/** The second time it is called it is done at once. */
export async function waitOnce(words: Int32Array): Promise<string> {
  if (Atomics.add(words, 0, 1) === 0) await setTimeout(60_000)
  return 'second try'
}

/** The second time it is called it works. */
export function dieOnce(words: Int32Array): string {
  if (Atomics.add(words, 0, 1) === 0) process.exit(3)
  return 'second try'
}

/** Throws outside of the task. */
export async function throwAside(): Promise<void> {
  queueMicrotask(() => {
    throw new RangeError('aside')
  })
  await setTimeout(60_000)
}

export function fill(length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(7)
  return move(bytes, [bytes.buffer])
}

export function allocate(): number {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => index))
}
