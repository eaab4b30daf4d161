/** The worker's side of the streams: gives values by turns, without an end. */

/**
 * As a generator, for a pool.
 * @param {unknown[]} inputs
 */
export default function* values(inputs) {
  for (;;) yield* inputs
}

/**
 * As the reader of a source.
 * @param {AsyncIterable<unknown>} source
 */
export async function count(source) {
  let read = 0
  for await (const value of source) if (value !== undefined) read++
  return read
}
