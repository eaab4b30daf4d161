/** A world of two writers: frames of both, whoever shows them, and whoever is late or dies. */

import {
  gateOf,
  LATEST,
  ownerOf,
  PART_OLD,
  PART_SLOT_MASK,
  partOf,
  pinOf,
  RECORD_BITS,
  recordOf,
} from '../../../packages/core/src/memory/world-layout.ts'
import { Failure } from '../failure.ts'
import type { End, Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { intruder, isCorrupt, supervisor } from './state.ts'
import {
  FIRST_PART,
  join,
  LETTERS,
  look,
  PLACES,
  READER,
  regionOf,
  SPEC,
  viewOf,
  WRITERS,
  type WorldOptions,
  writersOf,
  writeTicks,
} from './world-sides.ts'

/** Looks a few times, whatever there is. */
function glancer({ FramePin }: Subject, options: WorldOptions): ThreadSpec {
  return {
    letter: 'a',
    body: (thread) => {
      const pin = new FramePin(regionOf(thread, options), READER)
      const seen: number[] = []
      for (let reads = 0; reads < 2; reads++) {
        pin.take()
        if (pin.record !== 0) look(thread, pin, seen, options)
      }
      pin.release()
    },
  }
}

/** As `WorldReader`: two places by turns, until the world ends. */
function follower(subject: Subject, options: WorldOptions, asLoop: boolean): ThreadSpec {
  const { FramePin, worldPlaces, gate } = subject
  return {
    letter: 'a',
    body: (thread) => {
      const region = regionOf(thread, options)
      let [pin, other] = [new FramePin(region, READER), new FramePin(region, READER + 1)]
      const seen: number[] = []
      const sleeper = { hasNews: () => pin.hasNewer() || worldPlaces.isWorldClosed(region.words) }
      const loop = new gate.AsyncGate(region.words, gateOf(READER), gate.PARK_ASYNC, () => {})
      for (;;) {
        if (pin.hasNewer()) {
          thread.assert(other.take(), 'nothing is newer after all')
          ;[pin, other] = [other, pin]
          look(thread, pin, seen, options)
          if (other.record !== 0) look(thread, other, [], options)
          thread.note(pin.version)
        } else if (worldPlaces.isWorldClosed(region.words)) {
          if (!pin.hasNewer()) break
        } else if (asLoop) {
          if (loop.park(sleeper)) thread.nextEvent()
          loop.run()
        } else gate.parkSync(region.words, gateOf(READER), sleeper, Infinity)
      }
      loop.dispose()
    },
  }
}

/** Hears of the death of a writer. With `restarts` another ends ticks in its place. */
function restarter(subject: Subject, dying: number, options: WorldOptions, restarts: boolean): ThreadSpec {
  const { worldPlaces } = subject
  return {
    ...supervisor((thread) => {
      const region = regionOf(thread, options)
      worldPlaces.freeDeadWriterPlace(region, dying)
      worldPlaces.wakeAllBlindly(region)
      if (restarts) writeTicks(subject, thread, join(subject, thread, dying, options), { ...options, ticks: 1 })
    }),
  }
}

/** Nobody sleeps but a supervisor that has heard of no death; every writer saw its last tick, and the last frame has all. */
function atEnd({ asleep, dead, notes, look: word }: End): void {
  // There is no first frame without a writer that has died before its first tick, until another comes in its place.
  if (dead.length > 0 && word(0, partOf(0, PLACES)) === 0) return
  const lost = asleep.filter((letter) => letter !== 's' || dead.length > 0)
  if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
  const latest = word(0, LATEST)
  for (let writer = 0; writer < WRITERS; writer++) {
    const letter = LETTERS[writer]!
    if (dead.includes(letter)) continue
    const [last = 0, shown] = notes[letter]!.slice(-2)
    if (shown !== 1000 + last) throw new Failure(`${letter} ended tick ${last}, and saw ${shown}`)
    const part = word(0, partOf(writer, PLACES))
    const inFrame = word(0, recordOf(latest & 0xff, WRITERS, PLACES) + writer)
    if ((part & PART_SLOT_MASK) !== (inFrame & PART_SLOT_MASK))
      throw new Failure(`the last frame lacks the last part of ${letter}`)
  }
  const read = notes['a']?.at(-1)
  if (read !== undefined && read !== latest >>> RECORD_BITS)
    throw new Failure(`a ends with frame ${read} of ${latest >>> RECORD_BITS}`)
}

type Bodies = (subject: Subject, options: WorldOptions) => readonly ThreadSpec[]

function world(
  name: string,
  options: WorldOptions,
  bound: number,
  threads: Bodies,
  more: Partial<Program> = {},
): Scenario {
  return {
    name: `world-${name}`,
    bound,
    build: (subject): Program => ({ regions: [SPEC], threads: threads(subject, options), atEnd, ...more }),
  }
}

const dying =
  (restarts: boolean): Bodies =>
  (subject, options) => {
    const [first, second] = writersOf(subject, options)
    return [{ ...first, mayDie: true }, second, restarter(subject, 0, options, restarts)]
  }

/** A reader keeps a frame while more are made of it: it stays as it is. */
const holding: Bodies = (subject, options) => {
  const [first, second] = writersOf(subject, options)
  const post = (thread: Thread): void => {
    first.body(thread)
    thread.post(0, 'made')
  }
  const hold = (thread: Thread): void => {
    const pin = new subject.FramePin(regionOf(thread, options), READER)
    const seen: number[] = []
    pin.take()
    if (pin.record !== 0) look(thread, pin, seen, options)
    thread.nextEvent()
    if (pin.record !== 0) look(thread, pin, seen, options)
    pin.release()
  }
  return [{ ...first, body: post }, second, { letter: 'a', inbox: 0, body: hold }]
}

const DEATH: Partial<Program> = { deaths: 1, wakesBlindly: true }

function hostile(name: string, word: number, value: number): Scenario {
  const options: WorldOptions = { ticks: 1 }
  const hasty = (subject: Subject, number: number): ThreadSpec => ({
    letter: LETTERS[number]!,
    mayThrow: isCorrupt,
    body: (thread) => {
      const region = regionOf(thread, options)
      if (!subject.worldPlaces.takeWorldWriterPlace(region, number)) return
      const writer = new subject.PartWriter(region, number, { nudge: () => {}, now: () => 0, view: viewOf(region) })
      for (let n = 0; n < 2; n++) {
        if (!writer.begin(number === 0)) continue
        const at = writer.claim()
        thread.assert(at >= FIRST_PART && at < SPEC.capacity, `a slot at ${at}`)
        writer.end()
      }
    },
  })
  const threads: Bodies = (subject) => [
    hasty(subject, 0),
    hasty(subject, 1),
    {
      letter: 'a',
      mayThrow: isCorrupt,
      body: (thread) => {
        const pin = new subject.FramePin(regionOf(thread, options), READER)
        if (pin.take()) for (let writer = 0; writer < WRITERS; writer++) pin.isLate(writer)
      },
    },
    intruder(word, value),
  ]
  return world(`hostile-${name}`, options, 0, threads, { wakesBlindly: true, readsAreSteps: true, atEnd: () => {} })
}

const LATE_ONE: WorldOptions = { ticks: 2, impatient: 0 }
const versions = (version: number): Readonly<Record<number, number>> => {
  const word = version << RECORD_BITS
  // No value stands for it, so it is an old one.
  const parts = [0, 1].map((writer) => [partOf(writer, PLACES), word | PART_OLD | 1] as const)
  const record = [0, 1].map((writer) => [recordOf(1, WRITERS, PLACES) + writer, word | PART_OLD | 1] as const)
  return Object.fromEntries([[LATEST, word | 1], ...parts, ...record])
}

export const worldScenarios: readonly Scenario[] = [
  world('one-tick', { ticks: 1 }, 1, writersOf),
  world('two-writers', { ticks: 2 }, 1, writersOf),
  world('late', LATE_ONE, 1, writersOf),
  world('held', { ticks: 3 }, 0, holding, { lanes: 1 }),
  world('glances', { ticks: 2 }, 0, (subject, options) => [...writersOf(subject, options), glancer(subject, options)]),
  world('late-glances', LATE_ONE, 0, (subject, options) => [...writersOf(subject, options), glancer(subject, options)]),
  world('follows', { ticks: 1 }, 1, (subject, options) => [
    ...writersOf(subject, options),
    follower(subject, options, false),
  ]),
  world(
    'loop',
    { ticks: 1 },
    0,
    (subject, options) => [...writersOf(subject, options), follower(subject, options, true)],
    { wakesBlindly: true },
  ),
  world('death', { ticks: 1, isMortal: true }, 0, dying(false), DEATH),
  world('restart', { ticks: 1, isMortal: true }, 0, dying(true), DEATH),
  world('wait', { ticks: 2, goesOn: false }, 1, writersOf),
  // With the second frame the word passes `2 ** 31`, or the version begins anew.
  world('near-2-31', { ticks: 2, isMortal: true }, 0, writersOf, {
    regions: [{ ...SPEC, initial: versions(2 ** 23 - 2) }],
  }),
  world('near-2-32', { ticks: 2, isMortal: true }, 0, writersOf, {
    regions: [{ ...SPEC, initial: versions(2 ** 24 - 2) }],
  }),
  ...[0, 11, 31, -1].map((word) => hostile(`latest-${word}`, LATEST, word)),
  ...[31, 256, -1].map((word) => hostile(`part-${word}`, partOf(1, PLACES), word)),
  ...[1, 11, -1].map((word) => hostile(`pin-${word}`, pinOf(READER), word)),
  hostile('owner', ownerOf(1), 77),
]
