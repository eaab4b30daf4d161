/**
 * Prints as JSON how many bytes both sides of a direction keep, for a pair of sides, after messages of which no two are alike.
 * Its argument is the number of messages of each kind.
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSpan, Decoder, Encoder } from '../../src/codec/index.ts'

const PAIRS = 2
const SPAN_BYTES = 1 << 20
const messages = Number(process.argv[2])

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const span = createSpan(new SharedArrayBuffer(SPAN_BYTES), 0, SPAN_BYTES)
let names = 0

/** A text of `length` characters that no message had before, cut out of a longer one. */
function fresh(length: number): string {
  return `${'a'.repeat(1 + (names % 7))}${(names++).toString(36)}-`
    .padEnd(length + 100, 'bcdefghijklm')
    .slice(0, length)
}

function record(keys: number, length: number): object {
  return Object.fromEntries(Array.from({ length: keys }, (_, place) => [fresh(length), place]))
}

/** The `count`th message, after the one before it. */
type Make = (count: number, before: object | undefined) => object

const KINDS: Readonly<Record<string, Make>> = {
  texts: () => ({ title: fresh(60), inner: { name: fresh(128), code: fresh(20) } }),
  keys: () => record(2, 40),
  'long keys': () => record(2, 128),
  'shapes that come twice': (count, before) => (count % 2 === 0 ? record(3, 20) : { ...before }),
  'shapes of long keys that come twice': (count, before) => (count % 2 === 0 ? record(8, 200) : { ...before }),
  'shapes that come often': (count, before) => (count % 40 === 0 ? record(10, 20) : { ...before }),
  'rows of shapes that come often': (count, before) =>
    count % 40 === 0 ? rowsOf(record(10, 20)) : { rows: (before as { rows: object[] }).rows },
}

function rowsOf(row: object): object {
  return { rows: Array.from({ length: 20 }, () => ({ ...row })) }
}

function used(encoder: Encoder, decoder: Decoder, make: Make): void {
  let value: object | undefined
  for (let count = 0; count < messages; count++) {
    value = make(count, value)
    decoder.decode(span, 0, encoder.encode(value, span, 0, SPAN_BYTES))
  }
}

async function heap(): Promise<number> {
  for (let turn = 0; turn < 4; turn++) {
    collect()
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const kept: Record<string, { encoder: number; decoder: number }> = {}
for (const [kind, make] of Object.entries(KINDS)) {
  const encoders = Array.from({ length: PAIRS }, () => new Encoder())
  const decoders = Array.from({ length: PAIRS }, () => new Decoder())
  for (let pair = 0; pair < PAIRS; pair++) used(encoders[pair]!, decoders[pair]!, make)
  const both = await heap()
  decoders.length = 0
  const one = await heap()
  encoders.length = 0
  const none = await heap()
  kept[kind] = { encoder: Math.round((one - none) / PAIRS), decoder: Math.round((both - one) / PAIRS) }
}
console.log(JSON.stringify(kept))
