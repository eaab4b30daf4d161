/** A reading of one number. */

import type { Reading } from '../cell.ts'

export function readingOf(value: number): Reading {
  return { value, p50: null, p99: null, cpuMicros: null, bytes: null, count: 1, ratio: null }
}
