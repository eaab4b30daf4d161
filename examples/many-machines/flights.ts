/** The tasks: 200,000 flights of vega-datasets, some at a time; and what becomes of the results. */

import { readFileSync } from 'node:fs'
import type { Band, Flight } from '../pool/tasks.ts'

const FLIGHTS_A_TASK = 200

const file = new URL('../data/flights-200k.json', import.meta.resolve('vega-datasets'))
const flights = JSON.parse(readFileSync(file, 'utf8')) as Flight[]

export const tasks: readonly (readonly Flight[])[] = Array.from(
  { length: Math.ceil(flights.length / FLIGHTS_A_TASK) },
  (_, index) => flights.slice(index * FLIGHTS_A_TASK, (index + 1) * FLIGHTS_A_TASK),
)

/** The sums of all results, by distance. */
export function merged(all: readonly ReadonlyMap<number, Band>[]): [miles: number, band: Band][] {
  const sums = new Map<number, Band>()
  for (const [miles, { flights: count, late, minutes }] of all.flatMap((bands) => [...bands])) {
    const sum = sums.get(miles) ?? { flights: 0, late: 0, minutes: 0 }
    sums.set(miles, { flights: sum.flights + count, late: sum.late + late, minutes: sum.minutes + minutes })
  }
  return [...sums].toSorted(([a], [b]) => a - b)
}
