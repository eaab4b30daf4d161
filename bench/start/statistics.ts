/** The few statistics of the report. */

/** The nearest-rank percentile of ascending values: always one of them. */
export function percentile(ascending: ArrayLike<number>, fraction: number): number {
  if (ascending.length === 0) throw new RangeError('Cannot take a percentile of no values')
  const rank = Math.ceil(fraction * ascending.length)
  return ascending[Math.min(Math.max(rank, 1), ascending.length) - 1] as number
}

/** The middle value, or the mean of the two middle ones. */
export function median(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('Cannot take the median of no values')
  const ascending = values.toSorted((a, b) => a - b)
  const middle = ascending.length >> 1
  const upper = ascending[middle] as number
  return ascending.length % 2 === 1 ? upper : ((ascending[middle - 1] as number) + upper) / 2
}

/** How far apart the extremes are, as a fraction of the median. */
export function spread(values: readonly number[]): number {
  return (Math.max(...values) - Math.min(...values)) / median(values)
}
