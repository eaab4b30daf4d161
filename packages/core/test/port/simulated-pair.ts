/**
 * Two ports in one thread whose tasks, timers and native messages come when the test says so: any order that the promises of
 * the platforms leave open can be had, and had again.
 */

import type { Host, Lane, LaneListener } from '../../src/host.ts'
import { createOffer, isOffer, type Offer, openOffer, type Regions } from '../../src/port/handshake.ts'
import type { PortOptions } from '../../src/port/options.ts'
import { Port } from '../../src/port/port.ts'

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
  readonly options: PortOptions
}

type Arrival = { readonly message: unknown } | { readonly hasDied: boolean }

class SimulatedLane implements Lane {
  readonly endsSilently: boolean
  readonly poll: Lane['poll']
  readonly hearNudges: Lane['hearNudges']
  readonly watch?: NonNullable<Lane['watch']>
  onOffer: ((offer: Offer) => void) | undefined
  other!: SimulatedLane
  isDead = false
  readonly #isWorker: boolean
  readonly #arrivals: Arrival[] = []
  #listener: LaneListener | undefined
  #token: string | undefined
  #onNudge: (() => boolean) | undefined
  #onClose: (() => void) | undefined
  #isClosed = false

  /** `isWorker`: what is posted by a worker's `postMessage` goes there whatever has been closed. */
  constructor({ made, canPoll: canPollAtAll, hearsNudges, endsSilently }: PairTraits, isWorker: boolean) {
    this.#isWorker = isWorker
    const canPoll = canPollAtAll && made !== 'page'
    this.endsSilently = endsSilently || made !== 'channel'
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
    const clone = structuredClone(message, { transfer: transfer as never })
    if (!this.#isClosed || (this.#isWorker && !this.isDead)) this.other.#arrive({ message: clone })
  }

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  close(hasDied = false): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#arrivals.splice(0, Infinity, ...this.#arrivals.filter(comesAlways))
    if (!this.endsSilently) this.other.#arrive({ hasDied })
  }

  get isReady(): boolean {
    const [first] = this.#arrivals
    if (first === undefined) return false
    if ('hasDied' in first) return this.#listener !== undefined || this.#onClose !== undefined
    return this.#listener !== undefined || isOffer(first.message)
  }

  /** The platform brings what has arrived first. */
  deliver(): void {
    const arrival = this.#arrivals.shift()!
    if ('hasDied' in arrival) {
      if (this.#listener === undefined) this.#onClose!()
      else this.#listener.onClose(arrival.hasDied)
    } else if (isOffer(arrival.message)) this.onOffer!(arrival.message)
    else if (arrival.message !== this.#token || this.#onNudge?.() !== true) this.#listener!.onMessage(arrival.message)
  }

  #arrive(arrival: Arrival): void {
    if (!this.#isClosed || comesAlways(arrival)) this.#arrivals.push(arrival)
  }

  #poll(): { message: unknown } | undefined {
    const [first] = this.#arrivals
    return first === undefined || 'hasDied' in first ? undefined : (this.#arrivals.shift() as typeof first)
  }
}

/** An offer comes by the worker itself, which is still there. */
function comesAlways(arrival: Arrival): boolean {
  return 'message' in arrival && isOffer(arrival.message)
}

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
}

export interface Choice {
  readonly isTimer: boolean
  readonly run: () => void
}

/** One of the two: its port, and what its thread has still to do. */
export class SimulatedSide {
  readonly lane: SimulatedLane
  readonly port: SimulatedPort
  readonly errors: unknown[] = []
  isDead = false
  /** Its first messages are native ones as they are. */
  readonly isUnwrapped: boolean
  readonly #tasks: (() => void)[] = []
  readonly #timers: (() => void)[] = []
  #micros = 0

  constructor(traits: PairTraits, regions: Regions | undefined, owner: 1 | 2) {
    this.isUnwrapped = owner === 1 && traits.made !== 'channel'
    this.lane = new SimulatedLane(traits, this.isUnwrapped)
    const host: Host = {
      canBlock: true,
      wakeBy: 'port',
      deliversAfterClose: traits.deliversAfterClose,
      // Each look at the clock takes a while.
      now: () => (this.#micros += 5) / 1000,
      nextTask: (callback) => void this.#tasks.push(callback),
      later: (callback) => this.#later(callback),
      reportError: (error) => void this.errors.push(error),
    }
    this.port = new SimulatedPort({ host, lane: this.lane, regions, owner, options: traits.options })
  }

  /** What its thread may do next; a timer may always be late. */
  get choices(): Choice[] {
    if (this.isDead) return []
    const choices: Choice[] = []
    if (this.#tasks.length !== 0) choices.push({ isTimer: false, run: () => this.#tasks.shift()!() })
    if (this.lane.isReady) choices.push({ isTimer: false, run: () => this.lane.deliver() })
    if (this.#timers.length !== 0) choices.push({ isTimer: true, run: () => this.#timers.shift()!() })
    return choices
  }

  /** Its thread ends between two steps, whatever it had still to do; the platform tells the other. */
  die(): void {
    this.isDead = this.lane.isDead = true
    this.lane.close(true)
  }

  #later(callback: () => void): () => void {
    this.#timers.push(callback)
    return () => {
      const index = this.#timers.indexOf(callback)
      if (index !== -1) this.#timers.splice(index, 1)
    }
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
