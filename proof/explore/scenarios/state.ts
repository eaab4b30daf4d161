/** The common parts of scenarios of a state: a region, values, and how their ends are judged. */

import {
  LATEST,
  pinOf,
  readerGateOf,
  readerOwnerOf,
  slotsFor,
  WRITER_OWNER,
  WRITER_STATE,
} from '../../../packages/core/src/memory/state-layout.ts'
import type { StateRegion } from '../../../packages/core/src/memory/state-region.ts'
import type { Sleeper } from '../../../packages/core/src/signal/gate.ts'
import { store } from '../doors/atomics.ts'
import { Failure } from '../failure.ts'
import type { End, Program, RegionSpec, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'

/** A value is its number, in both cells of its slot. */
const SLOT_BYTES = 8
const RUN = 0

export interface StateOptions {
  readonly readers?: number
  /** How many values are written. */
  readonly values: number
  /** The writer closes, or falls silent for ever: then nothing after the last value can rescue a lost wake-up. */
  readonly ends?: 'close' | 'idle'
  /** LATEST before anybody runs. */
  readonly latest?: number
  readonly timeoutMs?: number
}

export interface Writer {
  claim(): number
  publish(): void
  close(): void
}

export interface Reader extends Sleeper {
  readonly offset: number
  take(): boolean
  isWriterClosed(): boolean
  parkUntilNews(timeoutMs?: number): boolean
}

function wordsOf(readers: number): ReadonlyMap<number, string> {
  const names = new Map([
    [LATEST, 'LATEST'],
    [WRITER_STATE, 'WRITER_STATE'],
    [WRITER_OWNER, 'WRITER_OWNER'],
  ])
  for (let reader = 0; reader < readers; reader++) {
    names.set(pinOf(reader), `PIN ${reader}`)
    names.set(readerOwnerOf(reader), `READER_OWNER ${reader}`)
    names.set(readerGateOf(reader), `${reader} READER_GATE`)
  }
  return names
}

export function stateSpec(slots: { readonly readers: number; readonly slotBytes: number }, latest = 0): RegionSpec {
  const { readers, slotBytes } = slots
  return {
    capacity: slotsFor(readers) * slotBytes,
    maxPayload: 0,
    words: wordsOf(readers),
    initial: { [LATEST]: latest },
    slots,
  }
}

export function regionOf(thread: Thread, { readers = 1 }: StateOptions, region = 0): StateRegion {
  const parts = thread.region(region)
  return { ...parts, memory: parts.buffer, readers, slotBytes: SLOT_BYTES }
}

export function writeValues(thread: Thread, writer: Writer, { values, ends = 'idle' }: StateOptions): void {
  const { data } = thread.region(0)
  for (let n = 1; n <= values; n++) {
    const cell = writer.claim() >> 2
    data[cell] = n
    data[cell + 1] = n
    writer.publish()
    thread.note(n)
  }
  if (ends === 'close') writer.close()
}

/** The value that the reader has, read twice. */
export function valueOf(thread: Thread, { offset }: Reader): number {
  const { data } = thread.region(0)
  const cell = offset >> 2
  const value = data[cell]!
  thread.assert(data[cell + 1] === value && data[cell] === value, `value ${value} is torn: ${data[cell + 1]}`)
  return value
}

/** Waits until there may be something newer; false when its time is over. */
type Wait = (timeoutMs: number) => boolean

/** Takes values until the last, or the end; each newer than the one before. */
export function readToTheEnd(
  thread: Thread,
  reader: Reader,
  number: number,
  options: StateOptions,
  wait: Wait = (timeoutMs) => reader.parkUntilNews(timeoutMs),
): void {
  const { values, ends = 'idle', timeoutMs = Infinity } = options
  let last = 0
  let patienceMs = timeoutMs
  for (;;) {
    if (ends === 'idle' && last === values) return
    thread.assert(thread.look(0, readerGateOf(number)) === RUN, 'awake, and its gate says that it is parked')
    if (reader.take()) {
      const value = valueOf(thread, reader)
      thread.assert(value > last, `value ${value} after ${last}`)
      last = value
      thread.note(value)
    } else if (reader.isWriterClosed()) {
      if (!reader.take()) return
      last = valueOf(thread, reader)
      thread.note(last)
      // After one wait in vain for as long as it takes, or the waits would never end.
    } else if (!wait(patienceMs)) patienceMs = Infinity
  }
}

/** The same as an event loop. */
export function readInLoop(
  { gate: { AsyncGate, PARK_ASYNC } }: Subject,
  thread: Thread,
  reader: Reader,
  number: number,
  options: StateOptions,
): void {
  const gate = new AsyncGate(thread.region(0).words, readerGateOf(number), PARK_ASYNC, () => {})
  readToTheEnd(thread, reader, number, options, () => {
    if (gate.park(reader)) thread.nextEvent()
    gate.run()
    return true
  })
  gate.dispose()
}

export function isCorrupt(error: unknown): boolean {
  return error instanceof Error && error.name === 'RingCorruptError'
}

/** Writes one word it has no business with, at any time. */
export function intruder(word: number, value: number): ThreadSpec {
  return { letter: 'h', isHostile: true, body: (thread) => void store(thread.region(0).words, word, value) }
}

/** The thread that hears of a death calls `heard`. */
export function supervisor(heard: (thread: Thread) => void): ThreadSpec {
  return {
    letter: 's',
    hearsOfDeath: true,
    body: (thread) => {
      if (thread.nextEvent().kind === 'death') heard(thread)
    },
  }
}

/** Nobody sleeps but a supervisor that has heard of no death, and every reader has what was written last. */
export function judge(readers: readonly string[]): (end: End) => void {
  return ({ asleep, dead, notes }) => {
    const lost = asleep.filter((letter) => letter !== 's' || dead.length > 0)
    if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
    const last = notes['w']!.at(-1)
    for (const letter of readers)
      // A writer that dies may have published one more than it could note.
      if (!dead.includes(letter) && (notes[letter]!.at(-1) ?? 0) < (last ?? 0))
        throw new Failure(`${letter} ends with value ${notes[letter]!.at(-1)} of ${last}`)
  }
}

export type Bodies = (subject: Subject, options: StateOptions) => readonly ThreadSpec[]

export function state(
  name: string,
  options: StateOptions,
  bound: number,
  threads: Bodies,
  more: Partial<Program> = {},
): Scenario {
  return {
    name,
    bound,
    build: (subject): Program => ({
      regions: [stateSpec({ readers: options.readers ?? 1, slotBytes: SLOT_BYTES }, options.latest)],
      threads: threads(subject, options),
      ...more,
    }),
  }
}
