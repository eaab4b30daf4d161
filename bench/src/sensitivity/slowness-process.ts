/**
 * Prints by which part longer reading takes in another copy of the library. Its arguments are the addresses of the two copies, in
 * the order in which they are loaded, and the place of the slower one.
 */

import { median } from '../statistics.ts'
import type { workOf } from './library-work.ts'

const TURNS = 2000
const WARM_UP_TURNS = 200
const READS = 10

const [first = '', second = '', slower] = process.argv.slice(2)
const reads = [await readOf(first), await readOf(second)]
console.log(slower === '1' ? slownessOf(reads[0]!, reads[1]!) : slownessOf(reads[1]!, reads[0]!))

/** They take turns. */
function slownessOf(asItIs: () => unknown, other: () => unknown): number {
  const both = [asItIs, other]
  const ratios: number[] = []
  for (let turn = 0; turn < TURNS; turn++) {
    const [now, then] = [turn % 2, 1 - (turn % 2)] as const
    const times = [0, 0]
    times[now] = timeOf(both[now]!)
    times[then] = timeOf(both[then]!)
    // Two that are neighbours have the same machine, however busy it is.
    if (turn >= WARM_UP_TURNS) ratios.push(times[1]! / times[0]!)
  }
  return median(ratios) - 1
}

/** Each copy has callbacks of its own: shared ones would know two libraries, and become slower in both. */
async function readOf(address: string): Promise<() => unknown> {
  const work = new URL('library-work.ts', import.meta.url)
  work.search = encodeURIComponent(address)
  const own = (await import(work.href)) as { readonly workOf: typeof workOf }
  return own.workOf(await import(address)).read
}

function timeOf(read: () => unknown): number {
  const startedAt = process.hrtime.bigint()
  for (let times = 0; times < READS; times++) read()
  return Number(process.hrtime.bigint() - startedAt)
}
