/** Races of the shipped latest value: publishes against takes and sleeps, of pinned slots. */

import { readerGateOf } from '../../../packages/core/src/memory/state-layout.ts'
import {
  createStateRegion,
  openStateRegion,
  type StateRegion,
  type StateRegionOptions,
} from '../../../packages/core/src/memory/state-region.ts'
import { parkSync } from '../../../packages/core/src/signal/gate.ts'
import { PinReader, PinWriter } from '../../../packages/core/src/state/pinned-slots.ts'
import type { Actor, LitmusTest } from '../lock-step.js'
import { allowed, forbidden, interesting } from '../outcomes.js'
import { FORGOTTEN_MS } from './regions.ts'

const SLOT_BYTES = 64
const CELLS = SLOT_BYTES / 4

/** One region an instance, put back to its first bytes between two rounds. */
function states(
  instances: number,
  options: Omit<StateRegionOptions, 'slotBytes'>,
  actorsOn: (regionOf: (instance: number) => StateRegion) => readonly Actor[],
): Pick<LitmusTest, 'instances' | 'share' | 'open'> {
  const made = (): SharedArrayBuffer => createStateRegion({ ...options, slotBytes: SLOT_BYTES }).buffer
  return {
    instances,
    share: () => Array.from({ length: instances }, made),
    open: (buffers: SharedArrayBuffer[]) => {
      const template = new Uint8Array(made())
      const opened = buffers.map((buffer) => openStateRegion(buffer))
      const bytes = buffers.map((buffer) => new Uint8Array(buffer))
      return {
        actors: actorsOn((instance) => opened[instance]!),
        reset: (instance) => bytes[instance]!.set(template),
      }
    },
  }
}

function write(writer: PinWriter, value: number): void {
  const cell = writer.claim() >> 2
  writer.region.data.fill(value, cell, cell + CELLS)
  writer.publish()
}

const TORN = 9

/** The value that the reader has, or TORN. */
function valueOf({ region, offset }: PinReader): number {
  const { data } = region
  const cell = offset >> 2
  const value = data[cell]!
  // Backwards the second time: a writer that fills the slot meanwhile is met on one of the ways.
  for (let i = 1; i < CELLS; i++) if (data[cell + i] !== value) return TORN
  for (let i = CELLS - 1; i >= 0; i--) if (data[cell + i] !== value) return TORN
  return value
}

const VALUES = 30
const TAKES = 12
const SEVERAL = 2
const BACK = 8

const publishAndPin: LitmusTest = {
  name: 'latest: thirty publishes against a reader that pins',
  leansOn: 'a pinned slot is left alone, and no value is older than the one before',
  threads: 2,
  stride: 1,
  jitter: 150,
  ...states(128, {}, (regionOf) => [
    (i) => {
      const writer = new PinWriter(regionOf(i))
      for (let value = 1; value <= VALUES; value++) write(writer, value)
      return 0
    },
    (i) => {
      const reader = new PinReader(regionOf(i), 0)
      let last = 0
      let taken = 0
      for (let takes = 0; takes < TAKES; takes++) {
        if (!reader.take()) continue
        const value = valueOf(reader)
        if (value !== reader.version) return TORN
        if (value <= last) return BACK
        last = value
        taken++
      }
      return Math.min(taken, SEVERAL)
    },
  ]),
  outcomes: [
    interesting([0, 0], 'nothing yet', 'all takes before the first H6'),
    interesting([0, 1], 'one value', 'all takes between two H6, or after the last'),
    interesting([0, SEVERAL], 'several values', 'H6 between takes'),
    forbidden([0, TORN], 'torn, or another version', 'H5 sees the pin of a reader that saw the slot as the latest'),
    forbidden([0, BACK], 'an older value', 'the latest is the newest'),
  ],
}

const AT_ONCE = 0
const SECOND_LOOK = 1
const WOKEN = 2
const IN_VAIN = 3
const SLEPT_ON = 4

/** Parks on the gate until `isThere`, and says how that ended. */
function parkUntil(isThere: () => boolean, reader: PinReader, gate: number): number {
  let isNews = false
  const sleeper = { hasNews: () => (isNews = reader.hasNews()) }
  for (let parks = 0; ; parks++) {
    if (isThere()) return parks < 2 ? [AT_ONCE, isNews ? SECOND_LOOK : WOKEN][parks]! : IN_VAIN
    if (!parkSync(reader.region.words, gate, sleeper, FORGOTTEN_MS)) return SLEPT_ON
  }
}

const parkOutcomes = (news: string): LitmusTest['outcomes'] => [
  interesting([0, AT_ONCE], 'there at once', `${news} before the first look`),
  allowed([0, SECOND_LOOK], 'there at the second look', `${news} before C2`),
  interesting([0, WOKEN], 'parked, and woken', `C2 before ${news}, so P2 sees PARK`),
  forbidden([0, IN_VAIN], 'woken too early, parked again', 'one value, one signal'),
  forbidden([0, SLEPT_ON], 'slept on', 'a lost wake-up'),
]

const publishAndPark: LitmusTest = {
  name: 'latest: publish against park',
  leansOn: 'no wake-up is lost',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...states(64, {}, (regionOf) => [
    (i) => {
      write(new PinWriter(regionOf(i)), 1)
      return 0
    },
    (i) => {
      const reader = new PinReader(regionOf(i), 0)
      return parkUntil(() => reader.take(), reader, readerGateOf(0))
    },
  ]),
  outcomes: parkOutcomes('H6'),
}

const closeAndPark: LitmusTest = {
  name: 'latest: close against park',
  leansOn: 'the end wakes as a value does',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...states(64, {}, (regionOf) => [
    (i) => {
      new PinWriter(regionOf(i)).close()
      return 0
    },
    (i) => {
      const reader = new PinReader(regionOf(i), 0)
      return parkUntil(() => reader.isWriterClosed(), reader, readerGateOf(0))
    },
  ]),
  outcomes: parkOutcomes('E1'),
}

const LAST_READER = 2

const publishAndParkOfOne: LitmusTest = {
  name: 'latest: publish against park of one of three readers',
  leansOn: 'every reader has a gate of its own',
  threads: 2,
  stride: 1,
  jitter: 1000,
  ...states(64, { readers: 3 }, (regionOf) => [
    (i) => {
      write(new PinWriter(regionOf(i)), 1)
      return 0
    },
    (i) => {
      const reader = new PinReader(regionOf(i), LAST_READER)
      return parkUntil(() => reader.take(), reader, readerGateOf(LAST_READER))
    },
  ]),
  outcomes: parkOutcomes('H6'),
}

export const state: readonly LitmusTest[] = [publishAndPin, publishAndPark, closeAndPark, publishAndParkOfOne]
