/** What the workers of every pool run. */

/** @param {unknown} value */
export default (value) => value

/**
 * Keeps a core busy.
 * @param {number} micros
 */
export const compute = (micros) => {
  const end = performance.now() + micros / 1000
  let rounds = 0
  while (performance.now() < end) rounds++
  return rounds > 0
}
