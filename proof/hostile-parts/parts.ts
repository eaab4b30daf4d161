/**
 * The work of lanes with one reader, of a board of tasks and of the latest value, while another thread scribbles over their memory:
 * one step after another of an honest program, each of which may throw `RingCorruptError`, and nothing else.
 */

import { isRingCorruptError } from '@slipring/core'
import {
  CLOSED as LANE_CLOSED,
  Consumer,
  createBell,
  createRing,
  FanIn,
  FULL as LANE_FULL,
  openBell,
  openConsumer,
  Producer,
  RECORD_MESSAGE,
  ringer,
} from '@slipring/core/ring'
import { CLOSED, createBoard, FULL, NONE, openBoard, TaskClaimer, TaskPoster } from '@slipring/core/tasks'
import { openRegion } from '../../packages/core/src/memory/region.ts'
import { createStateRegion, openStateRegion } from '../../packages/core/src/memory/state-region.ts'
import { PinReader, PinWriter } from '../../packages/core/src/state/pinned-slots.ts'

/** Long enough for a scribble, and short enough for many. */
const PARK_MS = 1
const LANES = 3
const PAYLOAD = 24
const SLOT_BYTES = 64
const READERS = 2
const WORKERS = 2

export interface Part {
  /** The memory of a trial. */
  make(): readonly SharedArrayBuffer[]
  /** Opens it; the result is one step, which is called again and again until it throws. */
  open(memory: readonly SharedArrayBuffer[], random: () => number): () => void
}

function require(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

function requireSlot(offset: number, slotBytes: number, data: Int32Array): void {
  require(offset >= 0 && offset % slotBytes === 0 && offset + slotBytes <= data.byteLength, `a slot at ${offset}`)
}

/** Any of them, at random. */
function oneOf(steps: readonly (() => void)[], random: () => number): () => void {
  return () => steps[random() % steps.length]!()
}

const lanes: Part = {
  make: () => [createBell(LANES).buffer, ...Array.from({ length: LANES }, () => createRing({ capacity: 4096 }))],
  open([bell, ...rings], random) {
    const reader = new FanIn(openBell(bell), () => {})
    // One that is broken ends, and the others go on.
    const producers = new Map<number, Producer>()
    rings.forEach((ring, lane) => {
      producers.set(lane, new Producer(openRegion(ring), 1, ringer(openBell(bell), lane)))
      reader.add(lane, openConsumer(ring))
    })
    const write = (lane: number, producer: Producer): void => {
      try {
        const offset = producer.tryClaim(PAYLOAD)
        if (offset === LANE_FULL) return
        if (offset === LANE_CLOSED) return void producers.delete(lane)
        require(offset >= 8 && offset + PAYLOAD <= producer.region.capacity, `room at ${offset}`)
        producer.commit(PAYLOAD, RECORD_MESSAGE, 0)
        producer.publish()
      } catch (error) {
        if (!isRingCorruptError(error)) throw error
        producers.delete(lane)
      }
    }
    const read = (): void => {
      const consumer: Consumer | undefined = reader.next()
      if (consumer === undefined) return void reader.parkUntilNews(PARK_MS)
      const { offset, length, region } = consumer
      require(offset >= 8 && length >= 0 && offset + length <= region.capacity, `a record at ${offset}, ${length} long`)
      consumer.release()
    }
    return oneOf([read, read, () => producers.forEach((producer, lane) => write(lane, producer))], random)
  },
}

const board: Part = {
  make: () => [createBoard({ workers: WORKERS, slots: 4, taskBytes: 128 }).buffer],
  open([memory], random) {
    const opened = openBoard(memory)
    const poster = new TaskPoster(opened)
    const claimers = Array.from({ length: WORKERS }, (_, worker) => new TaskClaimer(openBoard(memory), worker))
    const post = (): void => {
      const slot = poster.tryClaim()
      if (slot === FULL) return
      require(slot >= 0 && slot < opened.slots, `slot ${slot}`)
      poster.publish(slot)
    }
    const run = (): void => {
      const worker = random() % WORKERS
      const slot = claimers[worker]!.claim()
      if (slot === NONE) return void claimers[worker]!.parkUntilTask(PARK_MS)
      if (slot === CLOSED) return
      require(slot >= 0 && slot < opened.slots, `slot ${slot}`)
      // A task that a forged word made it run is refused, and the others go on.
      try {
        poster.settle(slot, worker)
      } catch (error) {
        if (!isRingCorruptError(error)) throw error
      }
    }
    const bury = (): void => {
      const worker = random() % WORKERS
      poster.bury(
        worker,
        () => {},
        () => random() % 2 === 0,
      )
      poster.revive(worker)
      try {
        claimers[worker] = new TaskClaimer(openBoard(memory), worker)
      } catch (error) {
        // Somebody has written an owner there.
        if (!(error instanceof Error) || error.name !== 'HandshakeError') throw error
      }
    }
    return oneOf([post, run, run, run, run, bury], random)
  },
}

const pins: Part = {
  make: () => [createStateRegion({ slotBytes: SLOT_BYTES, readers: READERS }).buffer],
  open([memory], random) {
    const region = openStateRegion(memory)
    const writer = new PinWriter(region)
    const readers = Array.from({ length: READERS }, (_, reader) => new PinReader(openStateRegion(memory), reader))
    const write = (): void => {
      requireSlot(writer.claim(), SLOT_BYTES, region.data)
      writer.publish()
    }
    const read = (): void => {
      const reader = readers[random() % READERS]!
      if (reader.take()) requireSlot(reader.offset, SLOT_BYTES, region.data)
      else reader.parkUntilNews(PARK_MS)
      if (random() % 4 === 0) reader.release()
    }
    return oneOf([write, read], random)
  },
}

export const parts: Readonly<Record<string, Part>> = { lanes, board, pins }
