/** The functions of every pool's workers: each gives its task back. */

/** @param {unknown} task */
export default (task) => task

/**
 * Keeps a core busy.
 * @param {any} micros How long, in microseconds
 */
export const compute = (micros) => {
  const end = performance.now() + micros / 1000
  while (performance.now() < end);
  return micros
}
