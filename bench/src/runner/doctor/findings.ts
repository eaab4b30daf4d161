/** The findings of one place, and how they are printed. */

import type { RingCheck } from './check-ring.ts'

export interface Findings {
  /** Such as `Node 24.21.0`. */
  readonly place: string
  readonly lines: readonly (readonly [name: string, value: string])[]
  /** Whether everything is as it should be. */
  readonly isWell: boolean
  readonly remedy?: string | undefined
}

const WHY = 'see WHEN-SLOW.md of the documentation, section "Is the ring used?"'

/** The lines of a checked ring. */
export function ringLines(ring: RingCheck): Findings['lines'] {
  const { mode, messages, seconds, medianMicros, p99Micros } = ring
  const times = `median ${medianMicros.toFixed(1)} µs, 99 of 100 within ${p99Micros.toFixed(1)} µs`
  return [
    ['mode', mode],
    [
      'messages',
      `${messages.toLocaleString('en')} there and back in ${seconds.toFixed(1)} s, each as it was sent; ${times}`,
    ],
  ]
}

/** Why a mode is not the one that is wanted. */
export function remedyFor(mode: string): string | undefined {
  return mode === 'shared' ? undefined : `The port is in mode ${mode}, at the speed of postMessage: ${WHY}`
}

export function broken(place: string, error: unknown): Findings {
  const { message, cause } = error as Error
  // `fetch` says no more than that it failed; its cause says why.
  const why = cause instanceof Error ? `: ${cause.message}` : ''
  return { place, lines: [['broken', `${message}${why}`]], isWell: false }
}

export function printFindings({ place, lines, remedy }: Findings): string {
  const width = Math.max(...lines.map(([name]) => name.length))
  const rows = lines.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`)
  return [place, ...rows, ...(remedy === undefined ? [] : [`  ${remedy}`])].join('\n')
}
