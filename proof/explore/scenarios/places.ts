/** The place of a reader, reserved by the writer's side of a port: taken, given back or left by the dead, once. */

import { pinOf, readerOwnerOf } from '../../../packages/core/src/memory/state-layout.ts'
import type { SharedSource } from '../../../packages/core/src/state/shared-source.ts'
import { Failure } from '../failure.ts'
import type { End, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import type { StateOptions } from './state.ts'
import { type Bodies, goOn, held, PLACES, sourceOf, writerThread } from './held.ts'

interface Reserved {
  readonly place: number
  readonly reservation: number
}

const TO_READER = 0
const TO_OWNER = 1
const TO_NEXT = 2
/** All states are written. */
const WRITTEN = 'written'
const FREE = 0

function isRefused(error: unknown): boolean {
  return error instanceof Error && error.name === 'HandshakeError'
}

/** Holds what is there while more is written, if more is, and then leaves the place to another. */
function readAndLeave(thread: Thread, source: SharedSource, { values }: StateOptions): void {
  goOn(thread, source)
  if (values > 0) thread.nextEvent()
  goOn(thread, source)
  for (let number = 0; number < PLACES; number++) {
    const ownedBy = thread.look(0, readerOwnerOf(source.place * PLACES + number))
    thread.assert(ownedBy !== FREE, `it has place ${number}, which is free`)
  }
  source.close()
}

/** As `PortState`: keeps a place for the other side, and gives it back at the end of the port, and again at its death. */
function owner({ source }: Subject, ends: 'at-once' | 'told'): ThreadSpec {
  return {
    letter: 'o',
    inbox: TO_OWNER,
    hearsOfDeath: true,
    body: (thread) => {
      const memory = thread.region(0).buffer
      let kept: Reserved
      try {
        kept = source.reservePlace(memory)
      } catch (error) {
        if (!isRefused(error)) throw error
        return
      }
      const { place, reservation } = kept
      thread.post(TO_READER, kept)
      const event = ends === 'told' ? thread.nextEvent() : undefined
      source.freeReserved(memory, place, reservation, event?.kind === 'death')
      if (event?.kind === 'death') return
      // The port has ended, and the other side may live on.
      if (thread.nextEvent().kind === 'death') source.freeReserved(memory, place, reservation, true)
    },
  }
}

function eventOf(thread: Thread): { readonly message: unknown } {
  const event = thread.nextEvent()
  thread.assert(event.kind === 'message', `an event of ${event.kind}`)
  return event as { readonly message: unknown }
}

/** The other side: has been told of its place, and may come too late. */
function reader(subject: Subject, options: StateOptions): ThreadSpec {
  return {
    letter: 'a',
    inbox: TO_READER,
    mayDie: true,
    mayThrow: isRefused,
    body: (thread) => {
      let { message } = eventOf(thread)
      const isLate = message === WRITTEN
      if (isLate) ({ message } = eventOf(thread))
      const { place, reservation } = message as Reserved
      const source = new subject.source.SharedSource(thread.region(0).buffer, '', { place, reservation })
      readAndLeave(thread, source, isLate ? { values: 0 } : options)
      // It lives on, and may die when another has its place.
      thread.nextEvent()
    },
  }
}

/** Another reader takes any place that is free. */
function another(subject: Subject, options: StateOptions): ThreadSpec {
  return {
    letter: 'b',
    inbox: TO_NEXT,
    mayThrow: isRefused,
    body: (thread) => readAndLeave(thread, sourceOf(subject, thread), options),
  }
}

function writer(subject: Subject, options: StateOptions): ThreadSpec {
  const { body, ...more } = writerThread(subject, options)
  return {
    ...more,
    body: (thread) => {
      body(thread)
      thread.post(TO_READER, WRITTEN)
      thread.post(TO_NEXT, WRITTEN)
    },
  }
}

/** Every place is free at the end: no pin and no owner are left behind. */
function isFree({ asleep, look, dead }: End): void {
  // An owner that heard of no death waits for it. A reader that was never told waits, too, and one that has left lives on.
  const lost = asleep.filter((letter) => (letter !== 'o' || dead.length > 0) && letter !== 'a')
  if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
  for (let number = 0; number < PLACES; number++) {
    if (look(0, readerOwnerOf(number)) !== FREE) throw new Failure(`place ${number} is nobody's, and not free`)
    if (look(0, pinOf(number)) !== FREE) throw new Failure(`nobody has place ${number}, and its slot is pinned`)
  }
}

const contested =
  (ends: 'at-once' | 'told'): Bodies =>
  (subject, options) => [
    owner(subject, ends),
    reader(subject, options),
    another(subject, options),
    writer(subject, options),
  ]

const leftEarly: Bodies = (subject, options) => [
  owner(subject, 'at-once'),
  reader(subject, { values: 0 }),
  another(subject, options),
  writer(subject, options),
]

const alone =
  (ends: 'at-once' | 'told'): Bodies =>
  (subject, options) => [owner(subject, ends), reader(subject, options)]

const END = { lanes: 3, deaths: 1, atEnd: isFree }

export const placeScenarios: readonly Scenario[] = [
  // The port ends while the other side attaches, or never does.
  held('places-end-of-port', { values: 0 }, Infinity, alone('at-once'), END),
  held('places-death', { values: 0 }, Infinity, alone('told'), END),
  held(
    'places-next-reader',
    { values: 0 },
    2,
    (subject, options) => contested('at-once')(subject, options).slice(0, 3),
    END,
  ),
  held('places-next-reads', { values: 3 }, 1, contested('told'), END),
  // The first reader leaves at once, and dies when another has its place.
  held('places-left-and-dead', { values: 3 }, 1, leftEarly, END),
  held('places-next-reads-at-end', { values: 3 }, 2, contested('at-once'), { ...END, deaths: 0 }),
]
