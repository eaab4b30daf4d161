/** Why a thread of a case has ended, or has not. */

import type { CaseTask } from './case-task.ts'

/** Of a thread of Node that awaits what nothing can settle any more. */
const UNSETTLED = 13

export function endReason(code: number): string {
  if (code !== UNSETTLED) return `its thread ended with exit code ${code}`
  return 'it awaits a promise that never settles: nothing is left in its thread that could settle it'
}

export function lateReason({ kind }: CaseTask, limitMs: number): string {
  if (kind === 'list') return `not loaded after ${limitMs / 1000} s`
  return (
    `not done after ${limitMs / 1000} s: --limit counts setup, warm-up and input too, ` +
    'but only the calls count as measured time'
  )
}
