/**
 * The few statistics of the report.
 *
 * @inside
 * @since 0.2
 */

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

/** The lower and the upper quartile: between two values the point in proportion, as most programs define it. */
export function quartiles(values: readonly number[]): [number, number] {
  if (values.length === 0) throw new RangeError('Cannot take the quartiles of no values')
  const ascending = values.toSorted((a, b) => a - b)
  return [interpolated(ascending, 0.25), interpolated(ascending, 0.75)]
}

function interpolated(ascending: readonly number[], fraction: number): number {
  const place = fraction * (ascending.length - 1)
  const below = ascending[Math.floor(place)] as number
  const above = ascending[Math.ceil(place)] as number
  return below + (above - below) * (place - Math.floor(place))
}
