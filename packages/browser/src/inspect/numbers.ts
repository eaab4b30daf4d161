/** Numbers as a person reads them. */

const WHOLE = new Intl.NumberFormat('en')
const SMALL = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 })
const LARGE = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export function numberText(value: number | bigint): string {
  if (typeof value === 'bigint' || Number.isInteger(value)) return WHOLE.format(value)
  if (!Number.isFinite(value)) return String(value)
  return Math.abs(value) < 1000 ? SMALL.format(value) : LARGE.format(value)
}

/** In few characters. */
export function shortText(value: number): string {
  return value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential(0) : SHORT.format(value)
}

export function msText(ms: number): string {
  if (ms >= 9950) return `${LARGE.format(ms / 1000)} s`
  return ms >= 100 ? `${Math.round(ms)} ms` : `${ms.toFixed(1)} ms`
}

export interface Spread {
  readonly least: number
  readonly most: number
  /** How many numbers are in each of some equal parts from the least to the most, where 1 is the most in any. */
  readonly parts: readonly number[]
}

/** So many of a column are looked at, at most: evenly spread. */
const LOOKED_AT = 2000
export const PARTS = 18

/** Undefined for a column without numbers. */
export function spreadOf(column: ArrayLike<number | bigint>): Spread | undefined {
  const step = Math.max(1, Math.floor(column.length / LOOKED_AT))
  const numbers: number[] = []
  for (let index = 0; index < column.length; index += step) {
    const number = Number(column[index])
    if (Number.isFinite(number)) numbers.push(number)
  }
  if (numbers.length === 0) return undefined
  let [least, most] = [Infinity, -Infinity]
  for (const number of numbers) {
    least = Math.min(least, number)
    most = Math.max(most, number)
  }
  const counts = Array.from({ length: PARTS }, () => 0)
  const width = (most - least) / PARTS || 1
  for (const number of numbers) counts[Math.min(PARTS - 1, Math.floor((number - least) / width))]!++
  const highest = Math.max(...counts)
  return { least, most, parts: counts.map((count) => count / highest) }
}
