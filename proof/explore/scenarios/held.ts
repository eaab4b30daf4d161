/** States as `createState` and `attachState` keep them: of any length, with their number and time, two for each reader. */

import { SLOT_HEADER_BYTES } from '../../../packages/core/src/memory/state-slot.ts'
import type { SharedSink } from '../../../packages/core/src/state/shared-sink.ts'
import type { SharedSource } from '../../../packages/core/src/state/shared-source.ts'
import type { Held } from '../../../packages/core/src/state/source.ts'
import { openStateRegion } from '../doors/state-region.ts'
import type { Program, Thread, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'
import { isCorrupt, judge, type StateOptions, stateSpec } from './state.ts'

/** A state has one cell at first, and one more each time until its slot is full; then it begins anew. */
const MOST_CELLS = 3
const SLOT_BYTES: number = SLOT_HEADER_BYTES + 4 * MOST_CELLS + 4
/** Of one reader. */
export const PLACES = 2
const TIME = 1000.5

function cellsOf(version: number): number {
  return 1 + ((version - 1) % MOST_CELLS)
}

function publishStates(thread: Thread, sink: SharedSink, values: number, ends: StateOptions['ends'] = 'idle'): void {
  const { data } = thread.region(0)
  for (let version = 1; version <= values; version++) {
    const at = sink.claim() / 4
    const cells = cellsOf(version)
    for (let cell = at; cell < at + cells; cell++) data[cell] = version
    sink.publish(4 * cells, version, version * TIME)
    thread.note(version)
  }
  if (ends === 'close') sink.close()
}

/** The state that is held: all of its cells, its length, number and time are of one moment. */
function requireWhole(thread: Thread, { offset, end, version, time }: Held): void {
  const { data } = thread.region(0)
  const cells = Array.from({ length: (end - offset) / 4 }, (_, i) => data[offset / 4 + i])
  const isWhole = cells.length === cellsOf(version) && cells.every((cell) => cell === version)
  thread.assert(isWhole && time === version * TIME, `state ${version} of ${time} ms is ${cells.join(' ')}`)
}

/** Goes to the newest state. Both that it holds are whole, and what it lets go is what it had longest. */
export function goOn(thread: Thread, source: SharedSource): boolean {
  const { current, previous } = source
  const [had, hadBefore] = [current.version, previous.slot]
  let left = -1
  const isNewer = source.advance((slot) => (left = slot))
  thread.assert(!isNewer || left === hadBefore, `it let slot ${left} go, and held ${hadBefore} longest`)
  if (source.current.slot !== -1) requireWhole(thread, source.current)
  if (source.previous.slot !== -1) requireWhole(thread, source.previous)
  if (!isNewer) thread.assert(source.current.version === had, 'nothing is newer, and it holds another state')
  else {
    thread.assert(source.current.version > had, `state ${source.current.version} after ${had}`)
    thread.assert(
      had === 0 || source.previous.version === had,
      `state ${source.previous.version} is before, not ${had}`,
    )
    thread.note(source.current.version)
  }
  return isNewer
}

export function writerThread(subject: Subject, options: StateOptions): ThreadSpec {
  return {
    letter: 'w',
    body: (thread) => publishStates(thread, sinkOf(subject, thread), options.values, options.ends),
  }
}

const READS = 3

/** Looks a few times, whatever there is. */
function glancing(subject: Subject, options: StateOptions): readonly ThreadSpec[] {
  const body = (thread: Thread): void => {
    const source = sourceOf(subject, thread)
    for (let reads = 0; reads < READS; reads++) goOn(thread, source)
  }
  return [writerThread(subject, options), { letter: 'a', body }]
}

/** Reads to the last state, or the end, and sleeps in between. */
function waiting(subject: Subject, options: StateOptions): readonly ThreadSpec[] {
  const body = (thread: Thread): void => {
    const source = sourceOf(subject, thread)
    while (options.ends === 'close' || source.current.version < options.values) {
      if (goOn(thread, source)) continue
      if (source.hasEnded()) {
        goOn(thread, source)
        return
      }
      source.parkSync(Infinity)
    }
  }
  return [writerThread(subject, options), { letter: 'a', body }]
}

/** As an event loop. */
function looping(subject: Subject, options: StateOptions): readonly ThreadSpec[] {
  const body = (thread: Thread): void => {
    const source = sourceOf(subject, thread)
    while (source.current.version < options.values) {
      if (goOn(thread, source)) continue
      if (source.park(() => {})) thread.nextEvent()
      source.unpark()
    }
    source.close()
  }
  return [writerThread(subject, options), { letter: 'a', body }]
}

/** An event loop that waits no longer: no wait is left behind. */
function leaving(subject: Subject, options: StateOptions): readonly ThreadSpec[] {
  const body = (thread: Thread): void => {
    const source = sourceOf(subject, thread)
    goOn(thread, source)
    source.park(() => {})
    source.unpark()
    source.close()
  }
  return [writerThread(subject, options), { letter: 'a', body }]
}

/** A length that no slot has room for. */
function broken(length: number): Scenario {
  const options: StateOptions = { values: 1 }
  const threads = (subject: Subject): readonly ThreadSpec[] => [
    {
      letter: 'w',
      body: (thread) => {
        const sink = sinkOf(subject, thread)
        sink.claim()
        sink.publish(length, 1, TIME)
        thread.note(1)
      },
    },
    {
      letter: 'a',
      mayThrow: isCorrupt,
      body: (thread) => {
        const source = sourceOf(subject, thread)
        thread.assert(!source.advance(() => {}), `a state of ${length} bytes in a slot of ${SLOT_BYTES}`)
      },
    },
  ]
  return held(`state-broken-length-${length}`, options, Infinity, threads)
}

export function sinkOf({ SharedSink }: Subject, thread: Thread): SharedSink {
  return new SharedSink(openStateRegion(thread.region(0).buffer), '')
}

export function sourceOf({ source }: Subject, thread: Thread, place?: number): SharedSource {
  return new source.SharedSource(thread.region(0).buffer, '', { place })
}

export type Bodies = (subject: Subject, options: StateOptions) => readonly ThreadSpec[]

export function held(
  name: string,
  options: StateOptions,
  bound: number,
  threads: Bodies,
  { slotBytes = SLOT_BYTES, ...more }: Partial<Program> & { readonly slotBytes?: number } = {},
): Scenario {
  const slots = { readers: (options.readers ?? 1) * PLACES, slotBytes }
  const region = stateSpec(slots, options.latest)
  return { name, bound, build: (subject) => ({ regions: [region], threads: threads(subject, options), ...more }) }
}

export const heldScenarios: readonly Scenario[] = [
  held('state-of-any-length', { values: 4 }, 2, glancing),
  held('state-waiting', { values: 3 }, 2, waiting, { atEnd: judge(['a']) }),
  held('state-end', { values: 2, ends: 'close' }, 2, waiting, { atEnd: judge(['a']) }),
  held('state-loop', { values: 2 }, 2, looping, { atEnd: judge(['a']), wakesBlindly: true }),
  held('state-leaving', { values: 1 }, Infinity, leaving, { wakesBlindly: true }),
  broken(4 * MOST_CELLS + 8),
  broken(-4),
]
