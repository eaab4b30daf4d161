// Browsers have neither Node's transcoders nor its tests of kinds: the same cases, on an engine without them.
import './soon.ts'
import { describe, expect, test, vi } from 'vitest'
import { knownDepartures } from './cases/departures.ts'
import { CASES, COMPILED } from './cases/index.ts'
import { NODE_CASES } from './cases/node.ts'
import { createCodec } from '../../src/codec/index.ts'
import { difference } from './difference.ts'
import { differenceInGraphs } from './graphs.ts'
import { randomFrom } from './graph.ts'
import { differencesOf, Line } from './line.ts'
import { OWN, randomOwnGraph } from './own-classes.ts'

vi.resetModules()
vi.stubGlobal('Buffer', undefined)
vi.stubGlobal('process', undefined)
const codec = await import('../../src/codec/index.ts')
vi.unstubAllGlobals()
const line = new Line(codec, new SharedArrayBuffer(1 << 22))

const cases = [...CASES, ...COMPILED, ...NODE_CASES]
const known = knownDepartures()

describe('without Node, equals structuredClone, in every place and in refusing', () => {
  test.each(cases.filter(({ name }) => !known.has(name)))('$name', (one) => {
    expect(differencesOf(codec, line, one)).toEqual([])
  })
})

describe('without Node, is known to differ from structuredClone', () => {
  test.each(cases.filter(({ name }) => known.has(name)))('$name', (one) => {
    expect(differencesOf(codec, line, one)).not.toEqual([])
  })
})

test('without Node, 3,000 random graphs arrive as structuredClone makes them', () => {
  const seed = Number(process.env['CODEC_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  expect(differenceInGraphs(codec, seed, 3_000), `CODEC_SEED=${seed} does it again`).toBeUndefined()
})

test('without Node, instances of own classes arrive as they were', () => {
  const own = codec.createCodec(OWN)
  for (let seed = 0; seed < 500; seed++) {
    const graph = randomOwnGraph(randomFrom(seed), 30)
    expect(difference(own.decode(own.encode(graph)), graph), `seed ${seed}`).toBeUndefined()
  }
})

test('without Node, a Buffer that the other side keeps is a Uint8Array', () => {
  const kept = createCodec({ buffers: 'keep' }).encode(Buffer.from('text'))
  const copy = codec.createCodec({ buffers: 'keep' }).decode(kept) as Uint8Array
  expect(Object.getPrototypeOf(copy)).toBe(Uint8Array.prototype)
  expect(String.fromCharCode(...copy)).toBe('text')
})
