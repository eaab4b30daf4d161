/** The job: three real data sets of vega-datasets, cut into tasks, and what becomes of the results. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Band, Earthquake, Flight, Movie, Rated } from './tasks.ts'

export type Run = (task: unknown, name: 'aggregate' | 'filter' | 'render') => Promise<unknown>

export interface Report {
  readonly bands: readonly (readonly [miles: number, band: Band])[]
  readonly best: readonly Rated[]
  readonly map: string
}

const FLIGHTS_A_TASK = 100
const MOVIES_A_TASK = 10
/** Tasks under way at a time. */
const CONCURRENCY = 100
const BEST = 5

const flights = chunksOf(read('flights-200k.json') as Flight[], FLIGHTS_A_TASK)
const movies = chunksOf(read('movies.json') as Movie[], MOVIES_A_TASK)
const earthquakes = (read('earthquakes.json') as { features: Earthquake[] }).features

export const TASKS: number = flights.length + movies.length + earthquakes.length

/** Does all of it; `onDone` is called after each task. */
export async function runJob(run: Run, onDone: () => void): Promise<Report> {
  const counted: Run = async (task, name) => {
    const result = await run(task, name)
    onDone()
    return result
  }
  const bands = (await runAll(flights, (chunk) => counted(chunk, 'aggregate'))) as Map<number, Band>[]
  const rated = (await runAll(movies, (chunk) => counted(chunk, 'filter'))) as Rated[][]
  const circles = (await runAll(earthquakes, (quake) => counted(quake, 'render'))) as string[]
  return { bands: mergedBands(bands), best: bestOf(rated.flat()), map: mapOf(circles) }
}

async function runAll<Task>(tasks: readonly Task[], run: (task: Task) => Promise<unknown>): Promise<unknown[]> {
  const results: unknown[] = []
  let next = 0
  const lane = async (): Promise<void> => {
    while (next < tasks.length) {
      const index = next++
      results[index] = await run(tasks[index]!)
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, lane))
  return results
}

function mergedBands(all: readonly Map<number, Band>[]): [miles: number, band: Band][] {
  const merged = new Map<number, Band>()
  for (const [miles, { flights: count, late, minutes }] of all.flatMap((bands) => [...bands])) {
    const band = merged.get(miles) ?? { flights: 0, late: 0, minutes: 0 }
    merged.set(miles, { flights: band.flights + count, late: band.late + late, minutes: band.minutes + minutes })
  }
  return [...merged].toSorted(([a], [b]) => a - b)
}

function bestOf(rated: readonly Rated[]): Rated[] {
  return rated.toSorted((a, b) => b.rating - a.rating || a.title.localeCompare(b.title)).slice(0, BEST)
}

function mapOf(circles: readonly string[]): string {
  const sea = '<rect width="360" height="180" fill="#10141f"/>'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 360 180">\n${sea}\n${circles.join('\n')}\n</svg>\n`
}

function read(file: string): unknown {
  const url = new URL(`../data/${file}`, import.meta.resolve('vega-datasets'))
  return JSON.parse(readFileSync(fileURLToPath(url), 'utf8'))
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
}
