/** Many random graphs through the codec, each compared with what structured clone makes of it. */

import { difference } from './difference.ts'
import { randomFrom, randomGraph } from './graph.ts'
import { type Codec, Line } from './line.ts'

const MOST_PARTS = 40

/**
 * Clones `count` graphs, by themselves and on one line. The first difference, with the seed of that graph; undefined
 * when there is none. The same seed and count do the same again; `seed + n` begins at graph n.
 */
export function differenceInGraphs(codec: Codec, seed: number, count: number): string | undefined {
  const line = new Line(codec, new SharedArrayBuffer(1 << 20))
  for (let graph = 0; graph < count; graph++) {
    const random = randomFrom(seed + graph)
    const value = randomGraph(random, 1 + random(MOST_PARTS))
    const native = structuredClone(value)
    const found =
      difference(codec.decode(codec.encode(value)), native) ??
      prefixed('on the line', difference(line.clone(value), native))
    if (found !== undefined) return `graph ${graph} of seed ${seed} (alone: seed ${seed + graph}): ${found}`
  }
  return undefined
}

function prefixed(where: string, what: string | undefined): string | undefined {
  return what === undefined ? undefined : `${where}: ${what}`
}
