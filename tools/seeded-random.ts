/** For tests that run random programs. A failure names its seed, and the seed gives the same program again. */

/** Whole numbers from 0 up to, but not, `below`. They look random, and are the same for the same seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
