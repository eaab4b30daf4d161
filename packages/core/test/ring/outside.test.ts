import { describe, expect, test } from 'vitest'
import { isRingCorruptError } from '../../src/errors.ts'
import {
  CONSUMER_POSITION,
  CONTROL_WORDS,
  PRODUCER_POSITION,
  RECORD_LENGTH_BITS,
  RECORD_MESSAGE,
} from '../../src/memory/layout.ts'
import { createRegion, type Region } from '../../src/memory/region.ts'
import { Consumer } from '../../src/ring/consumer.ts'
import { CLOSED, FULL, Producer } from '../../src/ring/producer.ts'
import { randomFrom, type Random } from '../codec/graph.ts'

const CAPACITY = 4096
const ROUNDS = 3_000
const STEPS = 60

/** A region whose data area tells of every access, and which somebody may change before each. */
function guarded(region: Region, beforeAccess: () => void, outside: string[]): Region {
  const data = new Proxy(region.data, {
    get: (target, key) => {
      beforeAccess()
      return target[cellOf(key)]
    },
    set: (target, key, value: number) => {
      beforeAccess()
      target[cellOf(key)] = value
      return true
    },
  })
  const cellOf = (key: string | symbol): number => {
    const cell = Number(key)
    if (!(Number.isInteger(cell) && cell >= 0 && cell < CAPACITY / 4)) outside.push(`cell ${String(key)}`)
    return cell
  }
  return { ...region, data }
}

/** Now and then writes a word of the control block, or what may pass for a record's header. */
function intruder({ words, data }: Region, random: Random): () => void {
  return () => {
    if (random(6) !== 0) return
    if (random(2) === 0) {
      const word = [PRODUCER_POSITION, CONSUMER_POSITION, random(CONTROL_WORDS)][random(3)]!
      const step = 8 * (random(64) - 32)
      Atomics.store(words, word, random(3) === 0 ? random(2 ** 31) * 2 : Atomics.load(words, word) + step)
    } else {
      const length = random(3) === 0 ? random(1 << RECORD_LENGTH_BITS) : random(2048)
      data[random(CAPACITY / 8) * 2] = (random(4) << RECORD_LENGTH_BITS) | length
    }
  }
}

/** Scribbles of the other side may bring a `RingCorruptError`, and no other error. */
function orCorrupt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch (error) {
    if (!isRingCorruptError(error)) throw error
    return undefined
  }
}

describe('with words changed between any two of its accesses', () => {
  test('a consumer touches nothing outside the data area and gives no record that is not within it', () => {
    const outside: string[] = []
    let records = 0
    let errors = 0
    for (let seed = 0; seed < ROUNDS; seed++) {
      const random = randomFrom(seed)
      const region = createRegion({ capacity: CAPACITY, startPosition: 2 ** 32 - 1024 })
      const intrude = intruder(region, random)
      const consumer = new Consumer(guarded(region, intrude, outside))
      const producer = new Producer(region)
      for (let step = 0; step < STEPS; step++) {
        orCorrupt(() => {
          const length = random(1016)
          if (producer.tryClaim(length) >= 0) producer.commit(length, RECORD_MESSAGE, step)
          producer.publish()
        })
        intrude()
        const isThere = orCorrupt(() => consumer.peek())
        if (isThere === undefined) errors++
        if (isThere !== true) continue
        records++
        const { offset, length, kind } = consumer
        if (offset < 8 || offset % 8 !== 0 || offset + length > CAPACITY) outside.push(`payload ${offset} + ${length}`)
        if (length > region.maxPayload || kind < RECORD_MESSAGE) outside.push(`kind ${kind}, ${length} bytes`)
        orCorrupt(() => consumer.release())
      }
    }
    expect(outside).toEqual([])
    expect([records > ROUNDS, errors > ROUNDS]).toEqual([true, true])
  })

  test('a producer touches nothing outside the data area and claims nothing that is not within it', () => {
    const outside: string[] = []
    let claims = 0
    let errors = 0
    for (let seed = 0; seed < ROUNDS; seed++) {
      const random = randomFrom(seed)
      const region = createRegion({ capacity: CAPACITY, startPosition: 2 ** 32 - 1024 })
      const intrude = intruder(region, random)
      const producer = new Producer(guarded(region, intrude, outside))
      const consumer = new Consumer(region)
      for (let step = 0; step < STEPS; step++) {
        intrude()
        const length = random(1016)
        const isBySize = random(2) === 0
        const offset = orCorrupt(() => (isBySize ? producer.tryClaim(length) : producer.claim()))
        if (offset === undefined) errors++
        else if (offset === FULL || offset === CLOSED) continue
        else {
          const end = isBySize ? offset + length : producer.claimEnd
          if (end === undefined || end === offset) continue
          claims++
          if (offset < 8 || end > CAPACITY || end < offset) outside.push(`claim ${offset} to ${end}`)
          orCorrupt(() => {
            producer.commit(isBySize ? length : end - offset, RECORD_MESSAGE, step)
            producer.publish()
          })
        }
        orCorrupt(() => consumer.peek() && consumer.release())
      }
    }
    expect(outside).toEqual([])
    expect([claims > ROUNDS, errors > ROUNDS]).toEqual([true, true])
  })
})
