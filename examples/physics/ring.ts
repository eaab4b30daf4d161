/** The bodies of the ring around the planet, as both threads know them: the same number gives the same bodies. */

export const PLANET_RADIUS = 6.2

/** From and to which distance each band reaches. */
export const BANDS = [
  [9.4, 12.6],
  [13.4, 19.4],
  [20.6, 25.2],
] as const

/** Large ones that go more slowly than all others, which have to make way. */
const BOULDERS = 14

/** Of the ring. A thinner one has more collisions, and each step takes longer. */
const THICKNESS = 2.6

export interface Ring {
  /** Half of the width, height and depth of each body. */
  readonly sizes: Float32Array
  /** The distance from the planet at which it wants to be. */
  readonly homes: Float32Array
  /** Above the middle of the ring, where it wants to be. */
  readonly heights: Float32Array
  /** The part of a free body's speed that it has there. */
  readonly paces: Float32Array
  readonly isBoulder: (body: number) => boolean
}

export function ringOf(bodies: number): Ring {
  const random = randomFrom(7)
  const sizes = new Float32Array(3 * bodies)
  const homes = new Float32Array(bodies)
  const heights = new Float32Array(bodies)
  const paces = new Float32Array(bodies).fill(1)
  // By its area, so that all places are equally full.
  const areas = BANDS.map(([from, to]) => to * to - from * from)
  const area = areas.reduce((sum, one) => sum + one, 0)
  for (let body = 0; body < bodies; body++) {
    let at = random() * area
    let band = 0
    while (at > areas[band]! && band < BANDS.length - 1) at -= areas[band++]!
    homes[body] = Math.sqrt(BANDS[band]![0] ** 2 + at)
    const size = body < BOULDERS ? 0.7 + 0.4 * random() : 0.1 + 0.13 * random() ** 2
    for (let side = 0; side < 3; side++) sizes[3 * body + side] = size * (0.7 + 0.6 * random())
    heights[body] = body < BOULDERS ? 0 : THICKNESS * (random() - 0.5)
    if (body < BOULDERS) paces[body] = 0.62
  }
  return { sizes, homes, heights, paces, isBoulder: (body) => body < BOULDERS }
}

/** Numbers from 0 to 1. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
