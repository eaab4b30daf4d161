import { expect, test } from 'vitest'
import { createSpan, Decoder, encode } from '../../src/codec/index.ts'
import { isDecodeError, isInstanceError } from '../../src/errors.ts'
import { CARRIED } from './cases/index.ts'
import { randomFrom, randomGraph } from './graph.ts'
import { spoil } from './mutation.ts'

const MESSAGES = 20_000
const LARGEST = 4_000
const BEFORE = 64
const BEHIND = 512

/** Decodes a message that lies in memory full of `filler`, and returns the result as text. */
function outcomeAmid(filler: number, message: Uint8Array): string {
  const memory = new SharedArrayBuffer(BEFORE + LARGEST * 2 + BEHIND)
  const span = createSpan(memory, 0, memory.byteLength)
  span.bytes.fill(filler).set(message, BEFORE)
  try {
    // Graphs of any depth and with cycles compare as their encodings.
    return encode(new Decoder().decode(span, BEFORE, BEFORE + message.length)).join()
  } catch (error) {
    if (!isDecodeError(error) && !isInstanceError(error)) throw error
    // The offset of the error may differ: some readers look at a byte or two before they see that the message has ended.
    return error.name
  }
}

// A value that holds a byte from outside its message would, sooner or later, be another one because of it.
test('the outcome of a message, sound or spoiled, does not depend on the bytes around it', () => {
  const random = randomFrom(Number(process.env['CODEC_SEED'] ?? 1))
  const values = [...CARRIED.map(({ make }) => make()), ...Array.from({ length: 100 }, () => randomGraph(random, 20))]
  const corpus = values.map((value) => encode(value)).filter(({ length }) => length < LARGEST)
  const counts = { value: 0, error: 0 }
  for (let count = 0; count < MESSAGES; count++) {
    const sound = corpus[random(corpus.length)]!
    const message = random(4) === 0 ? sound : spoil(sound, corpus, random).subarray(0, LARGEST * 2)
    const outcomes = [0x00, 0xff, 0xc5].map((filler) => outcomeAmid(filler, message))
    if (new Set(outcomes).size !== 1) expect.fail(`differs: [${message.join()}]: ${outcomes.join(' or ')}`)
    counts[outcomes[0] === 'DecodeError' ? 'error' : 'value']++
  }
  expect(counts.value).toBeGreaterThan(MESSAGES / 4)
  expect(counts.error).toBeGreaterThan(MESSAGES / 10)
})
