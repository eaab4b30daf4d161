/** Why something failed: in one line, and where it came from. */

import type { Answer } from './case-task.ts'

const MOST_ERRORS = 8

/** An error that another thread has told of. */
export class BrokenError extends Error {
  /** Of `traceOf`, there. */
  readonly trace: string

  constructor(reason: string, trace: string) {
    super(reason)
    this.trace = trace
  }
}

/** The words of a broken row. */
export function brokenBy(error: unknown): { broken: string; trace?: string } {
  const { message: broken } = error as Error
  return error instanceof BrokenError && error.trace !== '' ? { broken, trace: error.trace } : { broken }
}

export function failedAnswer(error: unknown): Answer & { kind: 'failed' } {
  return { kind: 'failed', reason: reasonOf(error), trace: traceOf(error) }
}

export function reasonOf(error: unknown): string {
  if (error instanceof BrokenError) return error.message
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

/** Lines of the stack, and the causes with theirs; empty where there are none. */
export function traceOf(error: unknown): string {
  if (error instanceof BrokenError) return error.trace
  const [first, ...causes] = errorsIn(error)
  return [...framesOf(first), ...causes.flatMap((cause) => [`Caused by: ${reasonOf(cause)}`, ...framesOf(cause)])]
    .map((line) => `    ${line}`)
    .join('\n')
}

/** The error, what caused it, and what caused that. Causes may go round. */
function errorsIn(error: unknown): unknown[] {
  const all = [error]
  for (let place = 0; place < all.length && all.length < MOST_ERRORS; place++) {
    const { cause, errors } = Object(all[place]) as { cause?: unknown; errors?: unknown }
    if (cause !== undefined) all.push(cause)
    if (Array.isArray(errors)) all.push(...(errors as unknown[]))
  }
  return all.slice(0, MOST_ERRORS)
}

/** Without the head, which some engines put before them: it repeats the reason. */
function framesOf(error: unknown): string[] {
  const { stack } = Object(error) as { stack?: unknown }
  if (typeof stack !== 'string') return []
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') || /^\S*@\S+:\d+:\d+$/.test(line))
}
