/** Three slots between a writer and one reader. */

import { LATEST, WRITER_STATE } from '../../packages/core/src/memory/state-layout.ts'
import type { StateRegion } from '../../packages/core/src/memory/state-region.ts'
import { Failure } from '../failure.ts'
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
  specOf,
  state,
  type StateOptions,
  supervisor,
  valueOf,
  writeValues,
} from './state.ts'

function writerThread({ state: { TripleWriter } }: Subject, options: StateOptions): ThreadSpec {
  return {
    letter: 'w',
    body: (thread) => writeValues(thread, new TripleWriter(regionOf(thread, options)), options),
  }
}

function readerThread({ state: { TripleReader } }: Subject, options: StateOptions): ThreadSpec {
  return {
    letter: 'r',
    body: (thread) => readToTheEnd(thread, new TripleReader(regionOf(thread, options)), 0, options),
  }
}

const both: Bodies = (subject, options) => [writerThread(subject, options), readerThread(subject, options)]

const loop: Bodies = (subject, options) => [
  writerThread(subject, options),
  {
    letter: 'r',
    body: (thread) =>
      readInLoop(subject, thread, new subject.state.TripleReader(regionOf(thread, options)), 0, options),
  },
]

/** The writer counts what the reader has not had. */
const counting: Bodies = ({ state: { TripleReader, TripleWriter } }, options) => [
  {
    letter: 'w',
    body: (thread) => {
      const writer = new TripleWriter(regionOf(thread, options))
      writeValues(thread, writer, options)
      thread.note(writer.overwritten)
    },
  },
  {
    letter: 'r',
    body: (thread) => {
      const reader = new TripleReader(regionOf(thread, options))
      for (let looks = 0; looks < 3; looks++) if (reader.take()) thread.note(valueOf(thread, reader))
    },
  },
]

const dyingWriter: Bodies = (subject, options) => [
  { ...writerThread(subject, options), mayDie: true },
  readerThread(subject, options),
  supervisor((thread) => subject.state.closeForDeadWriter(regionOf(thread, options))),
]

/** Corrupt once is corrupt for ever, with the same error; the end comes nevertheless. */
function wary(thread: Thread, step: () => void): boolean {
  try {
    step()
    return true
  } catch (error) {
    if (!isCorrupt(error)) throw error
    let again: unknown
    try {
      step()
    } catch (second) {
      again = second
    }
    thread.assert(again === error, 'corrupt once, and then no longer')
    return false
  }
}

/** `isImpossible`: whoever gets the value from LATEST must say so. */
function hostile(name: string, word: number, value: number, isImpossible = false): Scenario {
  const options: StateOptions = { kind: 'triple', values: 2 }
  const threads: Bodies = ({ state: { TripleReader, TripleWriter } }) => [
    {
      letter: 'w',
      body: (thread) => {
        const { data } = thread.region(0)
        const writer = new TripleWriter(regionOf(thread, options))
        for (let n = 1; n <= options.values; n++) {
          data[writer.claim() >> 2] = n
          if (wary(thread, () => writer.publish())) continue
          thread.note(CORRUPT)
          break
        }
        writer.close()
      },
    },
    {
      letter: 'r',
      body: (thread) => {
        const reader = new TripleReader(regionOf(thread, options))
        const { data } = thread.region(0)
        let isTaken = false
        while (wary(thread, () => (isTaken = reader.take()))) {
          if (isTaken) thread.note(data[reader.offset >> 2]!)
          else if (reader.isWriterClosed()) return
          else reader.parkUntilNews()
        }
        thread.note(CORRUPT)
      },
    },
    intruder(word, value),
  ]
  // A word of the intruder's may give both sides one slot: that is torn, and nothing worse.
  return state(`latest-hostile-${name}`, options, 2, threads, {
    readsAreSteps: true,
    wakesBlindly: true,
    atEnd: ({ asleep, notes, look }) => {
      if (asleep.length > 0) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
      const isReported = notes['w']!.includes(CORRUPT) || notes['r']!.includes(CORRUPT)
      if (isImpossible && look(0, LATEST) !== value && !isReported) throw new Failure(`${value} is taken for a slot`)
    },
  })
}

/** Nobody gets the slot that it has already: each side alone, with its own slot in the word. */
const ownSlot: Scenario = {
  name: 'latest-hostile-own',
  bound: Infinity,
  build: ({ state: { TripleReader, TripleWriter } }) => {
    const options: StateOptions = { kind: 'triple', values: 1 }
    const alone = (letter: string, region: number, step: (region: StateRegion) => () => void): ThreadSpec => ({
      letter,
      body: (thread) => {
        const isSound = wary(thread, step(regionOf(thread, options, region)))
        thread.assert(!isSound, 'it takes the slot that it has')
      },
    })
    return {
      regions: [
        specOf({ ...options, latest: 0 }),
        specOf({ ...options, latest: 4 }),
        specOf({ ...options, latest: 6 }),
      ],
      threads: [
        alone('v', 0, (region) => {
          const writer = new TripleWriter(region)
          writer.claim()
          return () => writer.publish()
        }),
        alone('w', 1, (region) => {
          const writer = new TripleWriter(region)
          writer.claim()
          return () => writer.publish()
        }),
        alone('r', 2, (region) => {
          const reader = new TripleReader(region)
          return () => reader.take()
        }),
      ],
    }
  },
}

const CORRUPT = -1
const SILENT: StateOptions = { kind: 'triple', values: 3 }
const CLOSING: StateOptions = { kind: 'triple', values: 2, ends: 'close' }
const IMPOSSIBLE = [3, 7, 8, -1, -4]
const POSSIBLE = [0, 1, 2, 4, 5, 6]

export const latestScenarios: readonly Scenario[] = [
  state('latest-value', SILENT, Infinity, both, { atEnd: judge(['r']) }),
  state('latest-end', CLOSING, Infinity, both, { atEnd: judge(['r']) }),
  state('latest-loop', CLOSING, 3, loop, { wakesBlindly: true, atEnd: judge(['r']) }),
  state('latest-counted', { ...SILENT, values: 4 }, Infinity, counting, {
    atEnd: ({ notes, look }) => {
      const taken = notes['r']!.length
      const isLeft = (look(0, LATEST) & 4) !== 0 ? 1 : 0
      const overwritten = notes['w']!.at(-1)
      if (taken + isLeft + overwritten! !== 4)
        throw new Failure(`${taken} taken, ${isLeft} left and ${overwritten} overwritten are not 4`)
    },
  }),
  state('latest-time-outs', { ...CLOSING, timeoutMs: 5 }, 3, both, { atEnd: judge(['r']) }),
  state('latest-stray-wakes', CLOSING, 3, both, { strays: 2, atEnd: judge(['r']) }),
  state('latest-death-of-writer', CLOSING, 2, dyingWriter, {
    deaths: 1,
    wakesBlindly: true,
    atEnd: judge(['r']),
  }),
  ...IMPOSSIBLE.map((value) => hostile(String(value), LATEST, value, true)),
  ...POSSIBLE.map((value) => hostile(String(value), LATEST, value)),
  ownSlot,
  hostile('state', WRITER_STATE, 77),
]
