/** The workloads as Protocol Buffers. */

import { readFileSync } from 'node:fs'

/** Doubles stand for integers beyond 32 bits, which the libraries would make objects of. */
export const PROTO: string = readFileSync(new URL('workloads.proto', import.meta.url), 'utf8')

const MESSAGES: Readonly<Record<string, string>> = {
  tiny: 'Tiny',
  Ticker: 'Ticker',
  Order: 'Order',
  User: 'User',
  entity: 'Entity',
  'Citibike 100': 'Trips',
  Book: 'Book',
  'tick 1000': 'Tick',
  'u8 4096': 'Integers',
  'u32 4096': 'Integers',
  'u53 4096': 'Doubles',
}

export function messageOf(workload: string): string {
  const message = workload.startsWith('strings') ? 'Strings' : MESSAGES[workload]
  if (message === undefined) throw new Error(`No message is known for ${workload}`)
  return message
}

/** Whether the value is an array, for which there is a message with one field. */
export function isListIn(workload: string): boolean {
  return ['Tick', 'Integers', 'Doubles', 'Strings'].includes(messageOf(workload))
}
