/** Finds by trying how long a loop must be that makes something slower by as much as is wanted. */

const MOST_TRIES = 8
/** Farther than so many times the last length no guess goes: a short loop may seem to cost nothing. */
const MOST_STEP = 10

export interface SlowDown {
  /** Turns of the first loop that is tried. */
  readonly first: number
  /** By which part longer it is to take: 0.05 is a twentieth. */
  readonly wanted: number
  readonly tolerance: number
}

/** `measure` gives by which part longer it takes with a loop of so many turns. */
export async function loopThatSlows(
  { first, wanted, tolerance }: SlowDown,
  measure: (turns: number) => number | Promise<number>,
): Promise<number> {
  let turns = first
  for (let time = 0; time < MOST_TRIES; time++) {
    const by = await measure(turns)
    console.error(`A loop of ${turns} turns: ${(by * 100).toFixed(1)} % slower`)
    if (Math.abs(by - wanted) <= tolerance) return turns
    const factor = Math.min(Math.max(wanted / Math.max(by, 0.001), 1 / MOST_STEP), MOST_STEP)
    turns = Math.max(1, Math.round(turns * factor))
  }
  throw new Error(
    `Cannot make it slower by ${wanted * 100} %: the machine is too unsteady to find out by how much it is`,
  )
}
