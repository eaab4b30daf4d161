/** The tasks of the bundled program. They know nothing of the pool. */

/** @param {number} value */
export default function next(value) {
  return value + 1
}

/** @param {number} value */
export const twice = (value) => value * 2
