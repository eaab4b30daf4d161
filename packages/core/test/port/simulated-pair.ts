/**
 * Two ports in one thread whose tasks, timers and native messages come when the test says so: any order that the promises of
 * the platforms leave open can be had, and had again.
 */

import { ownClass } from '../../src/codec/index.ts'
import type { Host, Lane, LaneListener } from '../../src/host.ts'
import { createOffer, isOffer, type Offer, openOffer, type Regions } from '../../src/port/handshake.ts'
import type { PortOptions } from '../../src/port/options.ts'
import { movesBy } from '../../src/port/moving.ts'
import { Port } from '../../src/port/port.ts'
import { cloneOf, wakesOf } from './simulated-waits.ts'

export interface PairTraits {
  /**
   * `channel`: both have their end. `worker`: the same, and the first sends native messages until the second has taken it.
   * `page`: the second makes the memory when it is first used, and the first learns of it by a native message.
   */
  readonly made: 'channel' | 'worker' | 'page'
  /** Native messages can be polled, as on Node; never in pages. */
  readonly canPoll: boolean
  /** A nudge may call the port by a shorter way, as on Node. */
  readonly hearsNudges: boolean
  /** The end of the lane is no event, as always with a `Worker`. */
  readonly endsSilently: boolean
  readonly deliversAfterClose: boolean
  /** A message with shared memory cannot be read if its sender ends before it has arrived, as with ports of Firefox. */
  readonly losesShared?: boolean
  /** The way to wake an event loop. Absent: the port. */
  readonly wakeBy?: Host['wakeBy']
  /** Both sides know `Instance`. The test says what its `from` does. */
  readonly hasClasses?: boolean
  /** Both ports may be transferred. */
  readonly isMovable?: boolean
  readonly options: PortOptions
}

/** A class of the program. */
export class Instance {
  readonly id: number
  /** Names the deed of its `from`. */
  readonly within: string

  constructor(id: number, within: string) {
    this.id = id
    this.within = within
  }
}

/** Why a message cannot be read. */
export const UNREADABLE: Error = new Error('what the platform cannot read')

type Message = { readonly message: unknown }
type End = { readonly hasDied: boolean }
/** `lost`: as `unreadable`, and none of the program's messages. */
type Arrival = Message | End | 'unreadable' | 'lost' | 'exit'

class SimulatedLane implements Lane {
  readonly endsSilently: boolean
  readonly losesShared: boolean
  readonly poll: Lane['poll']
  readonly hearNudges: Lane['hearNudges']
  readonly watch?: NonNullable<Lane['watch']>
  readonly tellsExit: boolean
  onExit: (() => void) | undefined
  onOffer: ((offer: Offer) => void) | undefined
  other!: SimulatedLane
  isDead = false
  /** The other side cannot read the next message with something transferred. */
  isNextUnreadable = false
  /** A message arrives before the call that posts it returns: the other thread runs meanwhile. */
  isSwift = false
  /** Somebody else has posted what cannot be read: whose it is, is told by how long the others take. */
  getsForeign = false
  /** How many messages that cannot be read this side was given. */
  unreadable = 0
  readonly #isWorker: boolean
  readonly #arrivals: Arrival[] = []
  #listener: LaneListener | undefined
  #token: string | undefined
  #onNudge: (() => boolean) | undefined
  #onClose: (() => void) | undefined
  #isClosed = false

  /** `isWorker`: a worker's `postMessage` delivers also after something has been closed. */
  constructor(traits: PairTraits, isWorker: boolean) {
    const { made, canPoll: canPollAtAll, hearsNudges, endsSilently, losesShared = false } = traits
    this.#isWorker = isWorker
    const canPoll = canPollAtAll && made !== 'page'
    this.endsSilently = endsSilently || made !== 'channel'
    this.losesShared = losesShared
    this.tellsExit = isWorker && made === 'worker'
    this.poll = canPoll ? () => this.#poll() : undefined
    // Node tells of an end that is all there is also where nobody listens.
    if (canPoll) this.watch = (onClose) => void (this.#onClose = onClose)
    this.hearNudges = hearsNudges
      ? (token, onNudge) => {
          this.#token = token
          this.#onNudge = onNudge
        }
      : undefined
  }

  post(message: unknown, transfer: readonly object[] = []): void {
    const clone = cloneOf(message, transfer)
    const isUnreadable = this.isNextUnreadable && transfer.length !== 0
    if (isUnreadable) this.isNextUnreadable = false
    this.#send(isUnreadable ? 'unreadable' : { message: clone })
  }

  /** A message of somebody who knows nothing of us. */
  postUnreadable(): void {
    this.other.getsForeign = true
    this.#send('unreadable')
  }

  /** The thread of this end is gone, after all it has posted. */
  exit(): void {
    this.other.#arrive('exit')
  }

  #send(arrival: Arrival): void {
    if (this.#isClosed && (!this.#isWorker || this.isDead)) return
    this.other.#arrive(arrival)
    while (this.isSwift && this.other.isReady) this.other.deliver()
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  close(hasDied = false): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#arrivals.splice(0, Infinity, ...this.#arrivals.filter(comesAlways))
    if (this.losesShared) this.other.#loseShared()
    if (!this.endsSilently) this.other.#arrive({ hasDied })
  }

  #loseShared(): void {
    for (const [index, arrival] of this.#arrivals.entries())
      if (!comesAlways(arrival) && hasShared(arrival)) this.#arrivals[index] = 'lost'
  }

  get isReady(): boolean {
    const [first] = this.#arrivals
    if (first === undefined) return false
    if (isEnd(first)) return this.#listener !== undefined || this.#onClose !== undefined
    return this.#listener !== undefined || comesAlways(first)
  }

  /** The platform brings what has arrived first. */
  deliver(): void {
    const arrival = this.#arrivals.shift()!
    if (arrival === 'exit') this.onExit!()
    else if (arrival === 'unreadable' || arrival === 'lost') {
      if (arrival === 'unreadable') this.unreadable++
      this.#listener!.onMessageError(UNREADABLE)
    } else if (isEnd(arrival)) {
      if (this.#listener === undefined) this.#onClose!()
      else this.#listener.onClose(arrival.hasDied)
    } else if (isOffer(arrival.message)) this.onOffer!(arrival.message)
    else if (arrival.message !== this.#token || this.#onNudge?.() !== true) this.#listener!.onMessage(arrival.message)
  }

  #arrive(arrival: Arrival): void {
    if (!this.#isClosed || comesAlways(arrival)) this.#arrivals.push(arrival)
  }

  #poll(): Message | undefined {
    const [first] = this.#arrivals
    if (first === undefined || first === 'exit' || isEnd(first)) return undefined
    this.#arrivals.shift()
    if (first !== 'unreadable' && first !== 'lost') return first
    if (first === 'unreadable') this.unreadable++
    throw UNREADABLE
  }
}

function isEnd(arrival: Arrival): arrival is End {
  return typeof arrival !== 'string' && 'hasDied' in arrival
}

function hasShared(arrival: Arrival): boolean {
  if (typeof arrival === 'string' || !('message' in arrival)) return false
  const { message } = arrival
  return Array.isArray(message) && message.some((part) => part instanceof SharedArrayBuffer)
}

/** An offer, or that its thread is gone, comes by the worker itself, which is still there. */
function comesAlways(arrival: Arrival): boolean {
  return arrival === 'exit' || (typeof arrival !== 'string' && 'message' in arrival && isOffer(arrival.message))
}

/** Ports move, and arrive as native ones. */
const MOVES = movesBy({
  open: (native) => native,
  carry: () => new MessageChannel().port1,
  carried: () => undefined,
})

class SimulatedPort extends Port {
  /** Its first use, of whatever kind. */
  onUse: (() => void) | undefined

  override postMessage(value: unknown, transfer?: readonly object[]): void {
    this.#use()
    super.postMessage(value, transfer)
  }

  override close(): void {
    this.#use()
    super.close()
  }

  protected override beginReceiving(): void {
    this.#use()
  }

  #use(): void {
    const { onUse } = this
    this.onUse = undefined
    onUse?.()
  }

  override adopt(regions: Regions): void {
    super.adopt(regions)
  }

  override listen(): void {
    super.listen()
  }

  override abandon(reason: 'peer-died'): boolean {
    return super.abandon(reason)
  }
}

export interface Choice {
  readonly isTimer: boolean
  readonly run: () => void
}

/** One of the two sides: its port, and the steps that its thread has still to do. */
export class SimulatedSide {
  readonly lane: SimulatedLane
  readonly port: SimulatedPort
  readonly errors: unknown[] = []
  isDead = false
  /** Its first messages are native ones as they are. */
  readonly isUnwrapped: boolean
  /** Runs when the `from` of an `Instance` runs on this side. */
  onFrom: (within: string) => void = () => {}
  /** At each look at the clock other threads may do something. */
  onClock: () => void = () => {}
  /** Runs before a task or a timer is asked for: that call may overflow the stack. */
  onAsked: () => void = () => {}
  readonly #owner: number
  readonly #tasks: (() => void)[] = []
  readonly #timers: { readonly run: () => void; readonly isLong: boolean }[] = []
  #micros = 0

  constructor(traits: PairTraits, regions: Regions | undefined, owner: 1 | 2) {
    this.#owner = owner
    this.isUnwrapped = owner === 1 && traits.made !== 'channel'
    this.lane = new SimulatedLane(traits, this.isUnwrapped)
    const host: Host = {
      canBlock: true,
      wakeBy: traits.wakeBy ?? 'port',
      deliversAfterClose: traits.deliversAfterClose,
      // Each look at the clock takes a while.
      now: () => {
        this.onClock()
        return (this.#micros += 5) / 1000
      },
      nextTask: (callback) => {
        this.onAsked()
        this.#tasks.push(callback)
      },
      later: (callback, ms) => this.#later(callback, ms),
      reportError: (error) => void this.errors.push(error),
    }
    const from = ({ id, within }: { id: number; within: string }): Instance => {
      this.onFrom(within)
      return new Instance(id, within)
    }
    const to = ({ id, within }: Instance): { id: number; within: string } => ({ id, within })
    const own = ownClass({ name: 'Instance', type: Instance, to, from })
    const options = traits.hasClasses === true ? { ...traits.options, codec: { classes: [own] } } : traits.options
    const native = traits.isMovable === true ? { native: new MessageChannel().port1 } : {}
    this.port = new SimulatedPort({ host, lane: this.lane, regions, owner, options, moves: MOVES, ...native })
    this.lane.onExit = () => this.#abandon()
  }

  /** Acts as the platform, which runs its other tasks after a listener has failed. */
  #abandon(): void {
    if (!this.port.abandon('peer-died')) this.#tasks.push(() => this.#abandon())
  }

  /** The steps that its thread may do next. A timer may always be late. */
  get choices(): Choice[] {
    if (this.isDead) return []
    const choices: Choice[] = []
    if (this.#tasks.length !== 0) choices.push({ isTimer: false, run: () => this.#tasks.shift()!() })
    if (this.lane.isReady) choices.push({ isTimer: false, run: () => this.lane.deliver() })
    for (const run of wakesOf(this.#owner)) choices.push({ isTimer: false, run })
    // A message arrives within a tenth of a second, if it has to.
    const [timer] = this.#timers
    if (timer !== undefined && !(timer.isLong && this.lane.isReady && this.lane.getsForeign))
      choices.push({ isTimer: true, run: () => this.#timers.shift()!.run() })
    return choices
  }

  /** Its thread ends between two steps, whatever it had still to do; the platform tells the other. */
  die(): void {
    this.isDead = this.lane.isDead = true
    this.lane.close(true)
    if (this.lane.other.tellsExit) this.lane.exit()
  }

  #later(run: () => void, ms: number): () => void {
    this.onAsked()
    const timer = { run, isLong: ms >= 100 }
    this.#timers.push(timer)
    return () => {
      const index = this.#timers.indexOf(timer)
      if (index !== -1) this.#timers.splice(index, 1)
    }
  }
}

/** Lets the two do all that they have to do, one after the other; and of timers so many in a row of which nothing comes. */
export async function calm(sides: readonly SimulatedSide[], timers = 0): Promise<void> {
  for (let silent = 0; ;) {
    const choices = sides.flatMap((side) => side.choices)
    const next = choices.find(({ isTimer }) => !isTimer) ?? choices[0]
    if (next === undefined || (next.isTimer && silent++ === timers)) return
    if (!next.isTimer) silent = 0
    next.run()
    await new Promise((resolve) => void setImmediate(resolve))
  }
}

export function simulatedPair(traits: PairTraits): readonly [SimulatedSide, SimulatedSide] {
  const rings = { capacity: 4096 }
  const { offer, regions } = createOffer(rings, traits.made === 'worker' ? 'outgoing' : undefined)
  const isLate = traits.made === 'page'
  const sides = [
    new SimulatedSide(traits, isLate ? undefined : regions, 1),
    new SimulatedSide(traits, isLate ? undefined : openOffer(offer), 2),
  ] as const
  const [{ lane, port }, later] = sides
  lane.other = later.lane
  later.lane.other = lane
  if (!isLate) return sides
  lane.onOffer = (given) => port.adopt(openOffer(given)!)
  later.port.onUse = () => {
    const made = createOffer(rings, 'incoming')
    later.lane.post(made.offer)
    later.port.adopt(made.regions)
  }
  return sides
}
