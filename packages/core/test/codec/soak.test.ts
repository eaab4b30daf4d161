import { array, assert, constantFrom, integer, nat, property, tuple, uint8Array } from 'fast-check'
import * as codec from '../../src/codec/index.ts'
import { isDecodeError } from '../../src/errors.ts'
import { expect, test } from 'vitest'
import { CARRIED } from './cases/index.ts'
import { nodeMeter } from './node-meter.ts'
import { ROUND, Soak } from './soak.ts'

const ROUNDS = 50
const seed = Number(process.env['CODEC_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`${ROUNDS * ROUND} spoiled messages from seed ${seed} give values or DecodeErrors, and harm nothing`, () => {
  const soak = new Soak(codec, nodeMeter)
  for (let round = 0; round < ROUNDS; round++) soak.round(seed + round)
  expect(soak.tally.messages).toBeGreaterThan(0.9 * ROUNDS * ROUND)
  expect(soak.tally.values).toBeGreaterThan(0)
  expect(soak.tally.refusals).toBeGreaterThan(0)
})

// As the soak, with less speed; but what fails comes down to its fewest bytes.
test('bytes of any kind, and messages with any mistakes, decode or are a DecodeError', () => {
  const messages = CARRIED.map(({ make }) => codec.encode(make())).filter(({ length }) => length < 200)
  const mistakes = array(tuple(nat(200), integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 6 })
  assert(property(uint8Array({ maxLength: 100 }), survive), { numRuns: 5_000 })
  const spoiled = property(constantFrom(...messages), mistakes, (message, changes) => {
    const copy = message.slice()
    for (const [at, byte] of changes) copy[at % copy.length] = byte
    survive(copy)
  })
  assert(spoiled, { numRuns: 10_000 })
})

function survive(bytes: Uint8Array): void {
  try {
    codec.decode(bytes)
  } catch (error) {
    if (!isDecodeError(error)) throw error
  }
}
