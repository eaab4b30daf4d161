/** The last values of a state, in slots that a reader holds while the writer fills others. */

import { holdOf, HOLDS, historySlotsFor, stampOf } from '../../../packages/core/src/memory/history-layout.ts'
import type { HistoryRegion } from '../../../packages/core/src/memory/state-region.ts'
import type { HistoryWriter } from '../../../packages/core/src/state/history-slots.ts'
import type { Program, RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { supervisor } from './state.ts'

/** A value is in both cells of its slot. */
const SLOT_BYTES = 8
const CELLS = SLOT_BYTES / 4
/** A value that takes the place of another is so much larger. */
const AGAIN = 10

interface Kept {
  readonly versions: number
  readonly readers: number
}

function specOf({ versions, readers }: Kept): RegionSpec {
  const slots = historySlotsFor(versions, readers)
  const words = new Map<number, string>()
  for (let slot = 0; slot < slots; slot++) words.set(stampOf(slot), `STAMP ${slot}`)
  for (let reader = 0; reader < readers; reader++)
    for (let hold = 0; hold < HOLDS; hold++) words.set(holdOf(slots, reader, hold), `HOLD ${reader}.${hold}`)
  return { capacity: slots * SLOT_BYTES, maxPayload: 0, words }
}

function regionOf(thread: Thread, { versions, readers }: Kept): HistoryRegion {
  const { words, data } = thread.region(0)
  return { versions, readers, slots: historySlotsFor(versions, readers), slotBytes: SLOT_BYTES, words, data }
}

function put(thread: Thread, writer: HistoryWriter, version: number, value: number): void {
  const { data } = thread.region(0)
  const slot = writer.claim(version)
  thread.assert(slot !== -1, 'no slot is free')
  data[slot * CELLS] = value
  data[slot * CELLS + 1] = value
  writer.show(slot, version)
}

/** The writer's own look at what it has done. */
function find(thread: Thread, { history: { HistoryHold } }: Subject, kept: Kept, version: number): number {
  const hold = new HistoryHold(regionOf(thread, kept), kept.readers - 1, 0)
  const slot = hold.take(version)
  hold.release()
  return slot
}

/** By a reader of its own, the last one, the writer finds what it has shown, and nothing that it has taken back. */
function lookingWriter(subject: Subject, kept: Kept): ThreadSpec {
  return {
    letter: 'w',
    body: (thread) => {
      const writer = new subject.history.HistoryWriter(regionOf(thread, kept))
      for (const version of [1, 2, 3]) {
        put(thread, writer, version, version)
        for (const other of [version - 1, version])
          thread.assert(other === 0 || find(thread, subject, kept, other) !== -1, `version ${other} is not found`)
      }
      writer.retireAfter(2)
      thread.assert(find(thread, subject, kept, 3) === -1, 'version 3 was taken back, and is found')
      thread.assert(find(thread, subject, kept, 2) !== -1, 'version 2 is not found')
    },
  }
}

/** Steps: a positive number is the version of the next value, a negative one goes back to that version. */
function writerThread({ history: { HistoryWriter } }: Subject, kept: Kept, steps: readonly number[]): ThreadSpec {
  return {
    letter: 'w',
    body: (thread) => {
      const writer = new HistoryWriter(regionOf(thread, kept))
      let more = 0
      for (const step of steps) {
        if (step > 0) put(thread, writer, step, step + more)
        else {
          writer.retireAfter(-step)
          more += AGAIN
        }
      }
    },
  }
}

/** Looks at the versions by the hold in whose turn it is, and once more at what the other hold has. */
function look(
  thread: Thread,
  { history: { HistoryHold } }: Subject,
  kept: Kept,
  reader: number,
  wanted: readonly number[],
): void {
  const region = regionOf(thread, kept)
  const holds = [new HistoryHold(region, reader, 0), new HistoryHold(region, reader, 1)]
  const held: ({ slot: number; value: number } | undefined)[] = [undefined, undefined]
  wanted.forEach((version, turn) => {
    const number = turn % 2
    const slot = holds[number]!.take(version)
    held[number] = undefined
    const word = holdOf(region.slots, reader, number)
    thread.assert(thread.look(0, word) === slot + 1, `slot ${slot} is not the one that is held`)
    if (slot !== -1) {
      const value = region.data[slot * CELLS]!
      thread.assert(value % AGAIN === version, `value ${value} as version ${version}`)
      held[number] = { slot, value }
      thread.note(value)
    }
    for (const one of held)
      if (one !== undefined)
        for (const cell of [0, 1])
          thread.assert(region.data[one.slot * CELLS + cell] === one.value, `value ${one.value} has changed`)
  })
  holds[0]!.release()
  thread.assert(thread.look(0, holdOf(region.slots, reader, 0)) === 0, 'its slot is still held')
}

function readerThread(subject: Subject, kept: Kept, reader: number, wanted: readonly number[]): ThreadSpec {
  return { letter: 'ab'[reader]!, body: (thread) => look(thread, subject, kept, reader, wanted) }
}

/** Another has the holds of the dead, and its slots are written again. */
const dying = (subject: Subject, kept: Kept): readonly ThreadSpec[] => [
  writerThread(subject, kept, [1, 2, 3]),
  { ...readerThread(subject, kept, 0, [1, 2]), mayDie: true },
  supervisor((thread) => {
    subject.history.freeHolds(regionOf(thread, kept), 0)
    for (const hold of [0, 1])
      thread.assert(thread.look(0, holdOf(historySlotsFor(kept.versions, 1), 0, hold)) === 0, 'it is still held')
    look(thread, subject, kept, 0, [3, 2])
  }),
]

function history(
  name: string,
  kept: Kept,
  bound: number,
  threads: (subject: Subject, kept: Kept) => readonly ThreadSpec[],
  more: Partial<Program> = {},
): Scenario {
  return {
    name,
    bound,
    build: (subject) => ({ regions: [specOf(kept)], threads: threads(subject, kept), ...more }),
  }
}

export const historyScenarios: readonly Scenario[] = [
  history('history-one-reader', { versions: 1, readers: 1 }, 3, (subject, kept) => [
    writerThread(subject, kept, [1, 2, 3, 4]),
    readerThread(subject, kept, 0, [1, 2, 1, 3]),
  ]),
  history('history-of-two', { versions: 2, readers: 1 }, 2, (subject, kept) => [
    writerThread(subject, kept, [1, 2, 3, 4, 5]),
    readerThread(subject, kept, 0, [2, 1, 3, 4]),
  ]),
  history('history-two-readers', { versions: 1, readers: 2 }, 2, (subject, kept) => [
    writerThread(subject, kept, [1, 2, 3]),
    readerThread(subject, kept, 0, [1, 2]),
    readerThread(subject, kept, 1, [2, 1]),
  ]),
  history('history-goes-back', { versions: 3, readers: 1 }, 2, (subject, kept) => [
    writerThread(subject, kept, [1, 2, -1, 2, 3]),
    readerThread(subject, kept, 0, [2, 2, 1]),
  ]),
  history('history-is-found', { versions: 2, readers: 2 }, 1, (subject, kept) => [
    lookingWriter(subject, kept),
    readerThread(subject, kept, 0, [1, 3]),
  ]),
  history('history-death-of-reader', { versions: 1, readers: 1 }, 2, dying, {
    deaths: 1,
    atEnd: () => {},
  }),
]
