/** Real records: files of the npm package vega-datasets. */

import { readFileSync } from 'node:fs'

export interface Flight {
  readonly date: string
  /** Minutes; below zero when it was early. */
  readonly delay: number
  readonly origin: string
  readonly destination: string
}

export interface Movie {
  readonly Title: string | number | null
  readonly 'Major Genre': string | null
  readonly 'IMDB Rating': number | null
  readonly 'IMDB Votes': number | null
}

export function readDataset(file: 'flights-10k.json'): Flight[]
export function readDataset(file: 'movies.json'): Movie[]
export function readDataset(file: string): unknown[] {
  const url = new URL(`../data/${file}`, import.meta.resolve('vega-datasets'))
  return JSON.parse(readFileSync(url, 'utf8')) as unknown[]
}
