/** Of two lanes one ends by itself: its producer dies at any step, or its bytes are spoiled. The other goes on. */

import { BELL_GATE, MARKS } from '../../../packages/core/src/memory/bell-layout.ts'
import { CONSUMER_GATE, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import { store } from '../doors/atomics.ts'
import { Failure } from '../failure.ts'
import type { ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import {
  BELL,
  END,
  type FanInOptions,
  notesOf,
  programOf,
  REASONS,
  requireNotes,
  requireReleased,
  valueOf,
} from './fan-in.ts'
import { FOUR_SLOTS } from './ring.ts'

/** p dies before any of its steps, between A2 and A3 and between P3 and P4 too; q must not wait for it. */
const death: Scenario = {
  name: 'fanin-death',
  bound: 1,
  build: (subject) => {
    const options: FanInOptions = { size: FOUR_SLOTS, payloads: [[8], [8]], ends: 'close', sleeps: 'waitAsync' }
    const { threads, ...program } = programOf(subject, options)
    return {
      ...program,
      threads: threads.map((thread) => (thread.letter === 'p' ? { ...thread, mayDie: true } : thread)),
      deaths: 1,
      wakesBlindly: true,
      atEnd: ({ asleep, notes, look }) => {
        if (asleep.length > 0) throw new Failure(`${asleep.join(' and ')} for ever asleep`)
        requireNotes(notes['r']!, 1, [valueOf(1, 0), END + 10])
        const published = look(0, PRODUCER_POSITION) === 0 ? [] : [valueOf(0, 0)]
        const reason = notesOf(notes['r']!, 0).at(-1) === END ? END : END + REASONS.indexOf('peer-died')
        requireNotes(notes['r']!, 0, [...published, reason])
        requireReleased(look, 0)
      },
    }
  },
}

interface Hit {
  readonly name: string
  readonly region: number
  readonly word?: number
  readonly cell?: number
  readonly value: number
  /** A peer can silence all: it has the bell, too. */
  readonly maySilence?: boolean
}

/** A third thread spoils a word of lane 0 or of the bell at any time: lane 1 goes on, unless nobody tells of it any more. */
function hostile(hit: Hit): Scenario {
  return {
    name: `fanin-hostile-${hit.name}`,
    bound: 1,
    build: (subject) => {
      const options: FanInOptions = { size: FOUR_SLOTS, payloads: [[8], [8]], ends: 'idle', sleeps: 'blocked' }
      const { threads, ...program } = programOf(subject, options)
      return {
        ...program,
        threads: [...threads, intruder(hit)],
        readsAreSteps: hit.cell !== undefined,
        wakesBlindly: true,
        atEnd: ({ asleep, notes }) => {
          const lost = asleep.filter((letter) => letter !== 'r')
          if (lost.length > 0) throw new Failure(`${lost.join(' and ')} for ever asleep`)
          if (hit.maySilence !== true) requireNotes(notes['r']!, 1, [valueOf(1, 0)])
        },
      }
    },
  }
}

function intruder({ region, word, cell, value }: Hit): ThreadSpec {
  return {
    letter: 'h',
    isHostile: true,
    body: (thread) => {
      if (cell !== undefined) thread.scribble(region, cell, value)
      else store(thread.region(region).words, word!, value)
    },
  }
}

const hits: readonly Hit[] = [
  { name: 'marks', region: BELL, word: MARKS, value: -1 },
  { name: 'bell', region: BELL, word: BELL_GATE, value: 77, maySilence: true },
  { name: 'lane-gate', region: 0, word: CONSUMER_GATE, value: 77 },
  { name: 'position', region: 0, word: PRODUCER_POSITION, value: 4 },
  { name: 'kind', region: 0, cell: 0, value: 0 },
]

export const laneEndScenarios: readonly Scenario[] = [death, ...hits.map(hostile)]
