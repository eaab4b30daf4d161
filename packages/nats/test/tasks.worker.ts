/** The module that the servers of the tests load. */

import { appendFileSync, existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { move } from '@slipring/worker'
import type { TaskContext } from '@slipring/nats/serve'

export default function double(value: number): number {
  return value * 2
}

export function echo(value: unknown): unknown {
  return value
}

export function moved(length: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(7)
  return move(bytes, [bytes.buffer])
}

export function context(_: void, { id, attempt, name, workerId }: TaskContext): Omit<TaskContext, 'signal'> {
  return { id, attempt, name, workerId }
}

/** Notes each value in a file, and its end. */
export async function* lines({
  file,
  count,
  ms,
}: {
  file: string
  count: number
  ms?: number
}): AsyncGenerator<number> {
  try {
    for (let number = 0; number < count; number++) {
      if (ms !== undefined) await pause(ms)
      appendFileSync(file, `value ${number}\n`)
      yield number
    }
  } finally {
    appendFileSync(file, 'finally\n')
  }
}

export function* numbers(count: number): Generator<number> {
  for (let number = 0; number < count; number++) yield number
}

export function* sized(sizes: readonly number[]): Generator<Uint8Array> {
  for (const [index, size] of sizes.entries()) yield new Uint8Array(size).fill(index)
}

export function* odd(how: 'throws' | 'exit' | 'function'): Generator<unknown> {
  yield 'first'
  if (how === 'throws') throw new InvoiceError('no more')
  if (how === 'exit') process.exit(7)
  yield () => {}
}

/** Computes until it is aborted, and notes that it saw it. */
export function spin(file: string, { signal, workerId }: TaskContext): number {
  appendFileSync(file, 'begins\n')
  while (!signal.aborted);
  appendFileSync(file, 'saw it\n')
  return workerId
}

/** Blocks its thread until there is a file `gate`. */
export function block({ file, gate }: { file: string; gate: string }): void {
  appendFileSync(file, 'blocked\n')
  while (!existsSync(gate)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5)
}

/** Writes a line to a file, waits, and writes another. */
export async function slow({ file, ms, line }: { file: string; ms: number; line: string }): Promise<string> {
  appendFileSync(file, `${line} begins\n`)
  await pause(ms)
  appendFileSync(file, `${line} ends\n`)
  return line
}

export function wait({ ms }: { ms: number }): Promise<void> {
  return pause(ms)
}

/** Notes in a file that a task is done: one line, which no other process breaks. */
export function note({ file, number }: { file: string; number: number }): number {
  appendFileSync(file, `${number}\n`)
  return number
}

export function pid(): number {
  return process.pid
}

class InvoiceError extends TypeError {
  override readonly name = 'InvoiceError'
  readonly code = 'ERR_INVOICE'
}

export function fail(how: 'cause' | 'own' | 'text' | 'function'): never {
  if (how === 'cause') throw new TypeError('outer', { cause: new RangeError('inner') })
  if (how === 'own') throw new InvoiceError('no such invoice')
  if (how === 'function') throw Object.assign(new Error('with a function'), { extra: () => {} })
  // oxlint-disable-next-line no-throw-literal -- what a program throws is not ours to choose
  throw 'just text'
}

export function uncloneable(): unknown {
  return () => {}
}

export function exit(code: number): void {
  process.exit(code)
}

export function killServer(): void {
  process.kill(process.pid, 'SIGKILL')
}

/** The same, and gives what it got. */
export function echoAfter({ deaths, value }: { deaths: number; value: unknown }, { attempt }: TaskContext): unknown {
  if (attempt <= deaths) process.exit(1)
  return value
}

/** Ends the thread the first times that a task is delivered. */
export function exitUntil(attempts: number, { attempt }: TaskContext): number {
  if (attempt < attempts) process.exit(1)
  return attempt
}
