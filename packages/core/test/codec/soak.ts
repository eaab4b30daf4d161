/**
 * Decodes spoiled bytes, and watches what comes of it: a value or an error of the codec, soon, with no more memory than the
 * bytes can account for, and with nothing changed that belongs to everybody.
 */

import type * as codecModule from '../../src/codec/index.ts'
import { CARRIED } from './cases/index.ts'
import { type Random, randomFrom, randomGraph } from './graph.ts'
import { intrinsicsNow, oddPrototypeIn } from './intrinsics.ts'
import { spoil } from './mutation.ts'
import { Box, Fault, isRefusal, OWN, OWN_VALUES, Point, randomOwnGraph, Table, Vector } from './own-classes.ts'

type Codec = typeof codecModule

export interface Meter {
  /** How many bytes this thread has allocated, all kinds together; it may fall when garbage is collected. */
  allocatedBytes(): number
  /** Processor time of this process: on a busy machine a clock tells nothing. */
  cpuMs(): number
}

export interface Tally {
  messages: number
  values: number
  refusals: number
  /** The most processor time that one message took. */
  slowestMs: number
  /** The most that one message allocated beyond what it may by its length; negative is good. */
  largestExcess: number
}

/** Messages of one round; each round begins with new encoders and decoders, from a seed of its own. */
export const ROUND = 1_000

const LARGEST = 4_000
const GRAPHS = 200
const STREAMED = 64
const SPAN_BYTES = 1 << 16
// A Map of no entries is two bytes, and takes about two hundred; the rest is what the engine allocates at once.
const ALLOCATED_PER_BYTE = 512
const ALLOCATED_ALWAYS = 1 << 20
// Far above what collectors and compilers take in between, far below what a hang would.
const SLOWEST_MS = 1_000

const OWN_TYPES: readonly unknown[] = [Point, Box, Fault, Table, Vector, Buffer]

export class Soak {
  readonly tally: Tally = { messages: 0, values: 0, refusals: 0, slowestMs: 0, largestExcess: -Infinity }
  readonly #codec: Codec
  readonly #meter: Meter
  readonly #own: codecModule.Codec
  readonly #registry: codecModule.Registry | undefined
  readonly #corpus: readonly Uint8Array[]
  readonly #values: readonly unknown[]
  readonly #intrinsics = intrinsicsNow()

  constructor(codec: Codec, meter: Meter) {
    this.#codec = codec
    this.#meter = meter
    const values = [
      ...CARRIED.map(({ make }) => make()),
      ...OWN_VALUES,
      ...Array.from({ length: GRAPHS }, (_, seed) => randomGraph(randomFrom(seed), 20)),
      ...Array.from({ length: GRAPHS }, (_, seed) => randomOwnGraph(randomFrom(seed), 20)),
    ]
    this.#own = codec.createCodec(OWN)
    this.#registry = codec.registryOf(OWN)
    const messages = values.map((value) => this.#own.encode(value))
    this.#corpus = messages.filter(({ length }) => length < LARGEST)
    this.#values = values.filter((_, at) => messages[at]!.length < LARGEST)
  }

  /**
   * Decodes `ROUND` messages from a seed.
   *
   * @throws Error that says what was wrong, with the seed and the bytes.
   */
  round(seed: number): void {
    const random = randomFrom(seed)
    const isStreamed = random(2) === 0
    try {
      if (isStreamed) this.#stream(random)
      else for (let count = 0; count < ROUND; count++) this.#alone(random)
      if (intrinsicsNow() !== this.#intrinsics) throw new Error('an intrinsic object was changed')
    } catch (error) {
      throw new Error(`Round of seed ${seed}: ${(error as Error).message}`, { cause: error })
    }
  }

  #alone(random: Random): void {
    const message = spoil(this.#corpus[random(this.#corpus.length)]!, this.#corpus, random)
    const { decode } = random(2) === 0 ? this.#own : this.#codec
    this.#watch(message, () => decode(message))
  }

  // Sound messages between spoiled ones, as a decoder that was led astray goes on; now and then both start over.
  #stream(random: Random): void {
    const memory = new SharedArrayBuffer(SPAN_BYTES)
    const span = this.#codec.createSpan(memory, 0, SPAN_BYTES)
    let [encoder, decoder] = this.#pair()
    for (let count = 0; count < ROUND; count++) {
      if (random(STREAMED) === 0) [encoder, decoder] = this.#pair()
      const offset = 8 * random(4)
      const end = encoder.encode(this.#values[random(this.#values.length)], span, offset, SPAN_BYTES)
      if (end < 0) continue
      let message: Uint8Array = span.bytes.slice(offset, end)
      if (random(3) > 0) message = spoil(message, this.#corpus, random).subarray(0, SPAN_BYTES - offset)
      span.bytes.set(message, offset)
      this.#watch(message, () => decoder.decode(span, offset, offset + message.length))
    }
  }

  #pair(): [codecModule.Encoder, codecModule.Decoder] {
    return [new this.#codec.Encoder(false, this.#registry), new this.#codec.Decoder(this.#registry)]
  }

  #watch(message: Uint8Array, decode: () => unknown): void {
    const { tally } = this
    const meter = this.#meter
    const cpuBefore = meter.cpuMs()
    const allocatedBefore = meter.allocatedBytes()
    let value: unknown
    try {
      value = decode()
      tally.values++
    } catch (error) {
      if (!isRefusal(error)) throw new Error(`${String(error)} for ${hexOf(message)}`, { cause: error })
      tally.refusals++
    }
    const excess = meter.allocatedBytes() - allocatedBefore - ALLOCATED_ALWAYS - ALLOCATED_PER_BYTE * message.length
    const elapsedMs = meter.cpuMs() - cpuBefore
    tally.messages++
    tally.slowestMs = Math.max(tally.slowestMs, elapsedMs)
    tally.largestExcess = Math.max(tally.largestExcess, excess)
    if (elapsedMs > SLOWEST_MS) throw new Error(`took ${elapsedMs} ms for ${hexOf(message)}`)
    if (excess > 0) throw new Error(`allocated ${excess} bytes too many for ${hexOf(message)}`)
    const odd = oddPrototypeIn(value, OWN_TYPES)
    if (odd !== undefined) throw new Error(`${odd} for ${hexOf(message)}`)
  }
}

function hexOf(message: Uint8Array): string {
  return `[${[...message].map((byte) => `0x${byte.toString(16)}`).join(', ')}]`
}
