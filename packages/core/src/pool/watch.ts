/** Reasons to end a task before its worker does: a signal, or a time limit. */

import { timeoutError } from '../errors.ts'
import { type Host, MAX_TIMER_MS } from '../host.ts'
import type { Signal } from '../port/events.ts'

/** Ends what watches a task: its signal, its timer. */
export type StopWatching = () => void

/** Calls `cancel` with the reason when the signal is aborted or the time is over, unless what it returns is called before. */
export function watch(
  signal: Signal | undefined,
  timeout: number | undefined,
  cancel: (reason: unknown) => void,
  later: Host['later'],
): StopWatching {
  const onAbort = (): void => cancel(signal!.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const mayRun = timeout === undefined || timeout > MAX_TIMER_MS
  const stopTimer = mayRun ? undefined : later(() => cancel(timeoutError(timeout, 'result')), timeout, true)
  return () => {
    signal?.removeEventListener('abort', onAbort)
    stopTimer?.()
  }
}
