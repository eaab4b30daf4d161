/** The names of what the cold suite measures. */

export const BASELINE = 'postMessage'
export const READY = 'ready'
export const NEXT_WORKER = 'next worker'
/** Numbers of messages after which the time is read. */
export const MARKS: readonly number[] = [1, 10, 100, 1_000, 10_000, 100_000]
/** Seconds since the pair was ready at which a stretch of round trips ends. */
export const AGES: readonly number[] = [0.03, 0.1, 0.3, 1, 3]

export function markPart(count: number): string {
  return count === 1 ? '1 message' : `${count.toLocaleString('en-US')} messages`
}

export function agePart(index: number): string {
  return `age ${index === 0 ? 0 : AGES[index - 1]} to ${AGES[index]} s`
}
