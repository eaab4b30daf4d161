/** The headers of a task: everything that a server has to know beside its value. */

import type { MsgHdrs } from '@nats-io/nats-core'
import type { TaskKey } from '@slipring/core/pool'
import type { RemoteTask } from './remote-task.ts'
import { ATTEMPT_HEADER, KEY_HEADER, PRIORITY_HEADER, STREAM_HEADER, TIMEOUT_HEADER } from './subjects.ts'

/** As a server reads them. */
export interface Terms {
  /** Milliseconds that the run may take: the server counts them from its begin, which only it knows. */
  readonly timeout: number | undefined
  readonly key: TaskKey | undefined
  readonly priority: number | undefined
  readonly attempt: number
}

/** Values are streamed. */
export interface StreamTerms {
  /** How many values the pool takes at first. */
  readonly asked: number
  /** Milliseconds without a word of the pool, after which it is gone. */
  readonly patienceMs: number
}

/** Whether the message needs no header. */
export function isPlain({ timeout, key, place, attempt, stream }: RemoteTask): boolean {
  return timeout === undefined && key === undefined && place.priority === 0 && attempt === 1 && stream === undefined
}

export function tellTerms(all: MsgHdrs, { timeout, key, place, attempt, stream }: RemoteTask): void {
  if (timeout !== undefined) all.set(TIMEOUT_HEADER, String(timeout))
  if (key !== undefined) all.set(KEY_HEADER, typeof key === 'string' ? JSON.stringify(key) : String(key))
  if (place.priority !== 0) all.set(PRIORITY_HEADER, String(place.priority))
  if (attempt > 1) all.set(ATTEMPT_HEADER, String(attempt))
  if (stream !== undefined) all.set(STREAM_HEADER, `${stream.asked} ${stream.patienceMs}`)
}

const NO_TERMS: Terms = { timeout: undefined, key: undefined, priority: undefined, attempt: 1 }

export function termsIn(all: MsgHdrs | undefined): Terms {
  if (all === undefined) return NO_TERMS
  const key = all.get(KEY_HEADER)
  return {
    timeout: numberIn(all, TIMEOUT_HEADER),
    key: key ? keyOf(key) : undefined,
    priority: numberIn(all, PRIORITY_HEADER),
    attempt: numberIn(all, ATTEMPT_HEADER) ?? 1,
  }
}

function keyOf(text: string): TaskKey | undefined {
  try {
    // JSON has no `NaN` and no `Infinity`.
    return text.startsWith('"') ? (JSON.parse(text) as string) : Number(text)
  } catch {
    // No pool has written it.
    return undefined
  }
}

export function streamTermsIn(all: MsgHdrs | undefined): StreamTerms | undefined {
  const text = all?.get(STREAM_HEADER)
  if (!text) return undefined
  const [asked, patienceMs] = text.split(' ').map(Number)
  return { asked: asked!, patienceMs: patienceMs! }
}

function numberIn(all: MsgHdrs, name: string): number | undefined {
  const text = all.get(name)
  return text ? Number(text) : undefined
}
