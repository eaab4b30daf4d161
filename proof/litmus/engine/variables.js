/** A litmus test over a few shared words an instance, each in cache lines of its own. */

/** Int32 words from one variable to the next: two cache lines, which some processors fetch together. */
const SPREAD = 32

/**
 * @param {number} instances
 * @param {number} count of each instance
 * @param {(words: Int32Array, at: (instance: number, variable: number) => number) => readonly import('../lock-step.js').Actor[]} actorsOn
 */
export function variables(instances, count, actorsOn) {
  const at = (/** @type {number} */ instance, /** @type {number} */ variable) => (instance * count + variable) * SPREAD
  return {
    instances,
    share: () => new SharedArrayBuffer(instances * count * SPREAD * 4),
    open: (/** @type {SharedArrayBuffer} */ shared) => {
      const words = new Int32Array(shared)
      return {
        actors: actorsOn(words, at),
        reset: (/** @type {number} */ instance) => void words.fill(0, at(instance, 0), at(instance + 1, 0)),
      }
    },
  }
}
