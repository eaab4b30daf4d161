/** The plan of one trial of the fault matrix. All of it follows from the trial's seed. */

import { randomOf } from './stress-messages.ts'

/** How the doomed thread ends. `end`: by itself, with nothing left to do. */
export const KILLS = ['terminate', 'exit', 'throw', 'memory', 'end'] as const
/** The work of the doomed thread when it ends. */
export const STATES = ['idle', 'blocked', 'flooding', 'growing', 'flooded', 'conversing'] as const
/** The kinds of the other side, and how the two are connected. */
export const SURVIVORS = ['drop-in', 'channel', 'connect', 'worker that listens', 'worker that blocks'] as const

type Kill = (typeof KILLS)[number]
type State = (typeof STATES)[number]
type Survivor = (typeof SURVIVORS)[number]

export interface Plan {
  readonly seed: number
  readonly kill: Kill
  readonly state: State
  readonly survivor: Survivor
  /** Time from the first line of the doomed thread to its end. Below zero: `terminate` comes before that line. */
  readonly afterMs: number
  readonly code: 0 | 7
  /** The survivor's event loop is busy most of the time, so that much is undelivered when the other thread ends. */
  readonly isBusy: boolean
  readonly capacity: number
  readonly maxCapacity: number
}

export function planOf(seed: number): Plan {
  // Neighbouring seeds must not give like plans.
  const random = randomOf(Math.imul(seed + 1, 0x9e3779b1))
  for (let round = 0; round < 8; round++) random()
  const pick = <T>(list: readonly T[]): T => list[random() % list.length]!
  const state = pick(STATES)
  return {
    seed,
    kill: pick(KILLS),
    state,
    survivor: pick(SURVIVORS),
    afterMs: random() % 10 === 0 ? -1 : (random() % 400) / 10,
    code: pick([0, 7]),
    isBusy: random() % 3 === 0,
    capacity: state === 'growing' ? 4096 : pick([4096, 65_536]),
    maxCapacity: pick([4096, 1 << 16, 1 << 26]),
  }
}

/** Whether the other side sends without end. */
export function isFlooded({ state }: Plan): boolean {
  return state === 'flooded' || state === 'conversing' || state === 'blocked'
}

/** A message of either side: its number, and content that follows from it. */
export interface Numbered {
  readonly number: number
  readonly text: string
  readonly buffer?: ArrayBuffer
}

/** The message of a number, and what is to be transferred with it. */
export function numbered(number: number): [Numbered, ArrayBuffer[]] {
  const text = 'x'.repeat((number * 7) % 300)
  if (number % 97 !== 96) return [{ number, text }, []]
  const buffer = new ArrayBuffer(16)
  return [{ number, text, buffer }, [buffer]]
}

/** Counts messages and keeps the first thing that is wrong with their order or content. */
export class Tally {
  received = 0
  wrong = ''
  lastAt = 0

  take({ number, text }: Numbered): void {
    if (this.wrong === '' && (number !== this.received || text !== numbered(number)[0].text))
      this.wrong = `message ${this.received} is number ${number} with ${text.length} characters`
    this.received++
    this.lastAt = currentMs()
  }
}

/** Milliseconds, comparable between threads. */
export function currentMs(): number {
  return performance.timeOrigin + performance.now()
}

/** Makes the event loop busy, 20 of 25 ms, where the plan says so; until the function it returns is called. */
export function startBusyness({ isBusy }: Plan): () => void {
  if (!isBusy) return () => {}
  const timer = setInterval(() => {
    for (const end = performance.now() + 20; performance.now() < end;);
  }, 25)
  return () => clearInterval(timer)
}
