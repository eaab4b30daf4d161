/** Reasons to end a task wherever it is: a signal, or a deadline. */

import { timeoutError } from '../errors.ts'
import { type Host, MAX_TIMER_MS } from '../host.ts'
import type { Signal } from '../port/events.ts'

/** Ends what watches a task: its signal, its timer. */
export type StopWatching = () => void

/** Calls `cancel` with the reason when the signal is aborted or the deadline is over, unless what it returns is called before. */
export function watch(
  signal: Signal | undefined,
  deadline: number | undefined,
  cancel: (reason: unknown) => void,
  later: Host['later'],
): StopWatching {
  const onAbort = (): void => cancel(signal!.reason)
  signal?.addEventListener('abort', onAbort, { once: true })
  const mayStay = deadline === undefined || deadline > MAX_TIMER_MS
  const onLate = (): void => cancel(timeoutError(deadline!, 'result', ' of the call'))
  const stopTimer = mayStay ? undefined : later(onLate, deadline, true)
  return () => {
    signal?.removeEventListener('abort', onAbort)
    stopTimer?.()
  }
}
