import { array, assert, constantFrom, integer, nat, property, tuple, uint8Array } from 'fast-check'
import * as codec from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { CARRIED } from './cases/index.ts'
import { nodeMeter } from './node-meter.ts'
import { isRefusal, OWN, OWN_VALUES } from './own-classes.ts'
import { ROUND, Soak } from './soak.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

const ROUNDS = amountOfRun(50)
const seed = Number(process.env['CODEC_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`${ROUNDS * ROUND} spoiled messages from seed ${seed} give values or errors of the codec, and harm nothing`, () => {
  const soak = new Soak(codec, nodeMeter)
  for (let round = 0; round < ROUNDS; round++) soak.round(seed + round)
  expect(soak.tally.messages).toBeGreaterThan(0.9 * ROUNDS * ROUND)
  expect(soak.tally.values).toBeGreaterThan(0)
  expect(soak.tally.refusals).toBeGreaterThan(0)
})

// As the soak, with less speed; but what fails comes down to its fewest bytes.
test('bytes of any kind, and messages with any mistakes, decode or are an error of the codec', () => {
  const own = codec.createCodec(OWN)
  const messages = [
    ...CARRIED.map(({ make }) => codec.encode(make())),
    ...OWN_VALUES.map((value) => own.encode(value)),
  ].filter(({ length }) => length < 200)
  const survive = (bytes: Uint8Array): void => [codec.decode, own.decode].forEach((decode) => attempt(decode, bytes))
  const mistakes = array(tuple(nat(200), integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 })
  assert(property(uint8Array({ maxLength: 100 }), survive), { numRuns: amountOfRun(5_000) })
  const spoiled = property(constantFrom(...messages), mistakes, (message, changes) => {
    const copy = message.slice()
    for (const [at, byte] of changes) copy[at % copy.length] = byte
    survive(copy)
  })
  assert(spoiled, { numRuns: amountOfRun(10_000) })
})

function attempt(decode: (bytes: Uint8Array) => unknown, bytes: Uint8Array): void {
  try {
    decode(bytes)
  } catch (error) {
    if (!isRefusal(error)) throw error
  }
}
