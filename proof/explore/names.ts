/** Steps in words, for the print of a schedule. */

import {
  BYTES_WANTED,
  CONSUMER_GATE,
  CONSUMER_OWNER,
  CONSUMER_POSITION,
  CONSUMER_STATE,
  OUT_OF_BAND,
  OUT_OF_BAND_TAKEN,
  POLLS,
  PRODUCER_GATE,
  PRODUCER_OWNER,
  PRODUCER_POSITION,
  PRODUCER_STATE,
  RING_SENT_AT,
  RINGS_AHEAD,
  RINGS_SENT,
  CARRIERS,
  UNWRAPPED,
  WANTED_POSITION,
} from '../../packages/core/src/memory/layout.ts'
import { COMPARE_EXCHANGE, LOAD, NEXT_EVENT, NOTIFY, type Op, POLL, POST, READ_CELL, WRITE_CELL } from './op.ts'

/** The names of a region's control words. */
export type WordNames = ReadonlyMap<number, string>

/** The control words that a ring touches once it is open. */
export const RING_WORDS: WordNames = new Map(
  Object.entries({
    BYTES_WANTED,
    CONSUMER_GATE,
    CONSUMER_OWNER,
    CONSUMER_POSITION,
    CONSUMER_STATE,
    OUT_OF_BAND,
    OUT_OF_BAND_TAKEN,
    POLLS,
    PRODUCER_GATE,
    PRODUCER_OWNER,
    PRODUCER_POSITION,
    PRODUCER_STATE,
    RING_SENT_AT,
    RINGS_AHEAD,
    RINGS_SENT,
    CARRIERS,
    UNWRAPPED,
    WANTED_POSITION,
  }).map(([name, word]) => [word, name]),
)

const KINDS = [
  'load',
  'store',
  'exchange',
  'compareExchange',
  'notify',
  'wait',
  'waitAsync',
  'sleep',
  'post',
  'poll',
  'next event',
  'read cell',
  'write cell',
  'or',
  'and',
]

export function nameOfWord(word: number, names: WordNames): string {
  return names.get(word) ?? `word ${word}`
}

/** `namesOf`: of each region. */
export function describeOp({ kind, region, word, value, lane, message }: Op, namesOf: readonly WordNames[]): string {
  const name = KINDS[kind]!
  if (kind === NEXT_EVENT) return name
  if (kind === POST) return `${name} on lane ${lane}: ${describeMessage(message)}`
  if (kind === POLL) return `${name} lane ${lane}`
  if (kind === READ_CELL) return `${name} ${word}`
  if (kind === WRITE_CELL) return `${name} ${word} ${value}`
  const place = `${nameOfWord(word, namesOf[region]!)}${region === 0 ? '' : ` of ring ${region}`}`
  if (kind === LOAD || kind === NOTIFY || kind === COMPARE_EXCHANGE) return `${name} ${place}`
  return `${name} ${place} ${value}`
}

function describeMessage(message: unknown): string {
  if (!Array.isArray(message)) return JSON.stringify(message)
  const [, sequence, kind] = message as unknown[]
  return `number ${String(sequence)}, kind ${String(kind)}`
}
