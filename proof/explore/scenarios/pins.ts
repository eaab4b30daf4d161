/** Slots that several readers pin while the writer fills others. */

import { LATEST, pinOf, readerGateOf, SLOT_BITS } from '../../../packages/core/src/memory/state-layout.ts'
import type { PinReader } from '../../../packages/core/src/state/pinned-slots.ts'
import type { Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import {
  type Bodies,
  intruder,
  isCorrupt,
  judge,
  readInLoop,
  readToTheEnd,
  regionOf,
  state,
  type StateOptions,
  supervisor,
  valueOf,
  writeValues,
} from './state.ts'

const LETTERS = 'abc'
const READS = 2

function writerThread({ PinWriter }: Subject, options: StateOptions): ThreadSpec {
  return { letter: 'w', body: (thread) => writeValues(thread, new PinWriter(regionOf(thread, options)), options) }
}

/** The versions of the values, whatever the first was. */
function firstVersionOf({ latest = 0 }: StateOptions): number {
  return latest >>> SLOT_BITS
}

function read(thread: Thread, reader: PinReader, options: StateOptions): number {
  const value = valueOf(thread, reader)
  const count = (reader.version - firstVersionOf(options)) & LAST_VERSION
  thread.assert(value === count, `value ${value} as version ${reader.version}`)
  return value
}

function requireFree(thread: Thread): void {
  thread.assert(thread.look(0, pinOf(0)) === 0, 'its slot is still pinned')
}

/** Takes a few times, whatever there is, and lets go in between if it is told to. */
function glance(thread: Thread, reader: PinReader, options: StateOptions, releases: boolean): void {
  let last = -1
  for (let reads = 0; reads < READS; reads++) {
    const isNewer = reader.take()
    thread.assert((reader.offset === -1) === (last === -1 && !isNewer), `offset ${reader.offset} after ${last}`)
    if (reader.offset === -1) continue
    const value = read(thread, reader, options)
    thread.assert(isNewer ? value > last : value === last, `value ${value} after ${last}, newer: ${isNewer}`)
    last = value
    thread.note(value)
    if (!releases) continue
    reader.release()
    requireFree(thread)
  }
}

const glancing =
  (releases: boolean): Bodies =>
  (subject, options) => [
    writerThread(subject, options),
    ...readersOf(subject, options, (thread, reader) => glance(thread, reader, options, releases)),
  ]

const waiting: Bodies = (subject, options) => [
  writerThread(subject, options),
  ...readersOf(subject, options, (thread, reader, number) => readToTheEnd(thread, reader, number, options)),
]

function readersOf(
  { PinReader }: Subject,
  options: StateOptions,
  body: (thread: Thread, reader: PinReader, number: number) => void,
): readonly ThreadSpec[] {
  return Array.from({ length: options.readers ?? 1 }, (_, number) => ({
    letter: LETTERS[number]!,
    body: (thread) => body(thread, new PinReader(regionOf(thread, options), number), number),
  }))
}

/**
 * As `SharedSource`: one thread has two places, and takes with the one whose value is older. Both values stay whole, until
 * the end.
 */
const inTurns: Bodies = (subject, options) => [
  writerThread(subject, options),
  {
    letter: 'a',
    body: (thread) => {
      const region = regionOf(thread, options)
      let [current, other] = [new subject.PinReader(region, 0), new subject.PinReader(region, 1)]
      let last = 0
      for (;;) {
        if (options.ends !== 'close' && last === options.values) return
        if (current.hasNewer()) {
          if (!other.take()) continue
          ;[current, other] = [other, current]
          const value = read(thread, current, options)
          thread.assert(value > last, `value ${value} after ${last}`)
          if (other.offset !== -1) thread.assert(read(thread, other, options) === last, 'the value before has changed')
          last = value
          thread.note(value)
        } else if (current.isWriterClosed() && !current.hasNewer()) return
        else if (!current.hasNews()) parkAtFirst(subject, thread, current)
      }
    },
  },
]

/** At the gate of the first place, whichever has the newest value. */
function parkAtFirst({ gate: { parkSync } }: Subject, thread: Thread, reader: PinReader): void {
  parkSync(thread.region(0).words, readerGateOf(0), reader, Infinity)
}

/** One blocks, one is an event loop. */
const mixed: Bodies = (subject, options) => [
  writerThread(subject, options),
  ...readersOf(subject, options, (thread, reader, number) => {
    if (number === 0) readToTheEnd(thread, reader, number, options)
    else readInLoop(subject, thread, reader, number, options)
  }),
]

const dyingWriter: Bodies = (subject, options) => {
  const [writer, ...readers] = waiting(subject, options)
  const heard = (thread: Thread): void => subject.writerState.closeForDeadWriter(regionOf(thread, options))
  return [{ ...writer!, mayDie: true }, ...readers, supervisor(heard)]
}

/** Another has the place of the dead, and its slot is written again. */
const dyingReader: Bodies = (subject, options) => {
  const [writer, reader] = glancing(false)(subject, options)
  const { PinReader } = subject
  const { freeReaderPlace } = subject.places
  const heard = (thread: Thread): void => {
    const region = regionOf(thread, options)
    freeReaderPlace(region, 0)
    requireFree(thread)
    const next = new PinReader(region, 0)
    next.take()
    if (next.offset !== -1) read(thread, next, options)
  }
  return [writer!, { ...reader!, mayDie: true }, supervisor(heard)]
}

/** One reader gives its place to the next. */
const leavingReader: Bodies = (subject, options) => [
  writerThread(subject, options),
  ...['a', 'b'].map((letter): ThreadSpec => ({
    letter,
    // The second may come too early.
    mayThrow: (error) => error instanceof Error && error.name === 'HandshakeError',
    body: (thread) => {
      const reader = new subject.PinReader(regionOf(thread, options), 0)
      reader.take()
      if (reader.offset !== -1) read(thread, reader, options)
      reader.close()
      thread.assert(reader.offset === -1, 'closed, and it says that it has a slot')
      // Nothing any more, though the other may have the place by now.
      reader.release()
      reader.close()
    },
  })),
]

function hostile(name: string, word: number, value: number): Scenario {
  const options: StateOptions = { readers: 1, values: 2, ends: 'close' }
  const threads: Bodies = (subject) => [
    writerThread(subject, options),
    {
      letter: 'a',
      body: (thread) => {
        const reader = new subject.PinReader(regionOf(thread, options), 0)
        try {
          while (!reader.isWriterClosed()) {
            if (reader.take()) void thread.region(0).data[reader.offset >> 2]
            else reader.parkUntilNews()
          }
        } catch (error) {
          if (!isCorrupt(error)) throw error
          thread.assert(reader.offset === -1, 'corrupt, and it says that it has a slot')
          let again: unknown
          try {
            reader.take()
          } catch (second) {
            again = second
          }
          thread.assert(again === error, 'corrupt once, and then no longer')
        }
      },
    },
    intruder(word, value),
  ]
  // A slot that the intruder has unpinned is torn, and nothing worse.
  return state(`pins-hostile-${name}`, options, 2, threads, { readsAreSteps: true, wakesBlindly: true })
}

const ONE: StateOptions = { readers: 1, values: 3 }
const TWO: StateOptions = { readers: 2, values: 3 }
const CLOSING: StateOptions = { ...ONE, values: 2, ends: 'close' }
const LAST_VERSION = 2 ** 27 - 1
const version = (count: number, slot: number): number => (count << SLOT_BITS) | slot

export const pinsScenarios: readonly Scenario[] = [
  state('pins-one-reader', { ...ONE, values: 4 }, Infinity, glancing(false)),
  state('pins-released', { ...ONE, values: 4 }, Infinity, glancing(true)),
  state('pins-waiting', ONE, Infinity, waiting, { atEnd: judge(['a']) }),
  state('pins-end', CLOSING, Infinity, waiting, { atEnd: judge(['a']) }),
  state('pins-two-readers', { ...TWO, values: 4 }, 2, glancing(false)),
  state('pins-two-waiting', { ...TWO, values: 2 }, 2, waiting, { atEnd: judge(['a', 'b']) }),
  state('pins-in-turns', { ...TWO, values: 3 }, 2, inTurns, { atEnd: judge(['a']) }),
  state('pins-in-turns-end', { ...TWO, values: 2, ends: 'close' }, 2, inTurns, { atEnd: judge(['a']) }),
  state('pins-loop', { ...CLOSING, readers: 2, values: 1 }, 2, mixed, {
    wakesBlindly: true,
    atEnd: judge(['a', 'b']),
  }),
  state('pins-time-outs', { ...CLOSING, timeoutMs: 5 }, 2, waiting, { atEnd: judge(['a']) }),
  // With the second value the word passes `2 ** 31` or `2 ** 32`.
  state('pins-near-2-31', { ...ONE, latest: version(2 ** 26 - 2, 1) }, 2, glancing(false)),
  state('pins-near-2-32', { ...ONE, latest: version(2 ** 27 - 2, 1) }, 2, glancing(false)),
  state('pins-leaving', { ...ONE, values: 4 }, 2, leavingReader),
  state('pins-death-of-reader', { ...ONE, values: 4 }, 2, dyingReader, { deaths: 1, atEnd: judge([]) }),
  state('pins-death-of-writer', { ...CLOSING, readers: 2, values: 1 }, 1, dyingWriter, {
    deaths: 1,
    wakesBlindly: true,
    atEnd: judge(['a', 'b']),
  }),
  ...[0, version(1, 0), version(1, 4), version(0, 31), -1].map((word) => hostile(`latest-${word}`, LATEST, word)),
  ...[1, 3, 4, 31, 33, -1].map((word) => hostile(`pin-${word}`, pinOf(0), word)),
]
