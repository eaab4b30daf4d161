/** The real records of the main job: four files of the npm package vega-datasets, each record one message. */

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

interface Source {
  readonly file: string
  readonly count: number
}

// The counts are checked, so that a changed dataset cannot pass for the one the published numbers were measured on.
const SOURCES: readonly Source[] = [
  { file: 'flights-200k.json', count: 200_000 },
  { file: 'flights-20k.json', count: 20_000 },
  { file: 'movies.json', count: 3_201 },
  { file: 'earthquakes.json', count: 1_707 },
]

/** Every `step`th record of the dataset, parsed anew. */
export function loadRecords(step: number): unknown[] {
  const records = SOURCES.flatMap(readSource)
  return step === 1 ? records : records.filter((_, position) => position % step === 0)
}

/** `count` of the records, evenly spread over all of them. */
export function evenSample(records: readonly unknown[], count: number): unknown[] {
  if (count >= records.length) return [...records]
  return Array.from({ length: count }, (_, i) => records[Math.floor((i * records.length) / count)])
}

function readSource({ file, count }: Source): unknown[] {
  const url = new URL(`../data/${file}`, import.meta.resolve('vega-datasets'))
  const content = JSON.parse(readFileSync(fileURLToPath(url), 'utf8')) as unknown[] | { features: unknown[] }
  const records = Array.isArray(content) ? content : content.features
  if (records.length !== count) throw new Error(`Cannot use ${file}: ${records.length} records, expected ${count}`)
  return records
}
