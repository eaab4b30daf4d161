/** Our end of the incoming ring, taken when it is first needed, and the gate at which we park. */

import type { CloseReason } from '../errors.ts'
import { Receiver } from '../direction/receiver.ts'
import { CONSUMER_GATE } from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { endForConsumer } from '../ring/death.ts'
import type { Lane } from '../host.ts'
import { AsyncGate, asyncParkOf } from '../signal/gate.ts'
import type { Regions } from './handshake.ts'
import type { Inbox } from './inbox.ts'
import type { IncomingParts } from './parts.ts'

/**
 * How long to wait for a sender to count what it has posted. It counts right after posting, but its thread may be stopped in
 * between.
 */
const UNDECIDED_MS = 100

export interface EngagementParts extends IncomingParts {
  readonly inbox: Inbox
  /** Called when something may be there for a parked port. */
  readonly onWake: () => void
  /** The same, within an event of the lane. False: it must come as a message, behind others. */
  readonly onNudge: () => boolean
  /** There may be something of which no event tells: a ring begins to be read that the sender may have ended before. */
  readonly onUnheard: () => void
  /** A message that was taken off the lane for somebody is not of this direction's sender. */
  readonly onForeign: (message: unknown, ports?: readonly object[]) => void
}

const ignore = (): void => {}

/** Takes our end of a ring only to say that nobody reads it. */
export function endReceiving({ incoming: region, token }: Regions, lane: Lane, owner: number): void {
  new Receiver({ region, lane, token, owner, onRing: ignore, onForeign: ignore }).close()
}

export class Engagement {
  readonly #parts: EngagementParts
  /** Undefined without shared memory, or before there is any. */
  regions: Regions | undefined
  gate: AsyncGate | undefined
  /** The region whose gate we park on: the sender may move to a larger one. */
  #region: Region | undefined
  receiver: Receiver | undefined
  /** Counters of received messages: also when the port has ended and keeps no receiver any more. */
  received: { readonly messages: number; readonly bytes: number } | undefined

  constructor(parts: EngagementParts, regions: Regions | undefined) {
    this.#parts = parts
    this.regions = regions
  }

  /** The words of the ring that is read now. */
  get words(): Int32Array {
    return this.#region!.words
  }

  /** Why the port ends after the last message of a sender that has ended. */
  get endReason(): CloseReason {
    return this.receiver?.isSenderTorn() === true ? 'peer-stack-overflow' : 'peer-closed'
  }

  /** From then on the other side sends through the ring. Undefined without shared memory. Throws `HandshakeError`. */
  engage(): Receiver | undefined {
    if (this.receiver !== undefined || this.regions === undefined) return this.receiver
    const { incoming, token } = this.regions
    const { inbox, owner, natives, records, host, onWake } = this.#parts
    this.received = this.receiver = new Receiver({
      region: incoming,
      lane: inbox,
      token,
      owner,
      parcels: natives.parcels,
      aside: records.aside,
      onRing: (region) => {
        this.#parkOn(region)
        this.#parts.onUnheard()
      },
      onForeign: this.#parts.onForeign,
      neverBlocks: !host.canBlock,
      onUndecided: () => {
        const stop = (): void => {
          if (this.receiver === undefined) return
          this.drain(this.receiver)
          this.receiver?.stopWaiting()
          onWake()
        }
        // In one more task: after a long task the timer runs before the messages that came during that task.
        host.later(() => host.nextTask(stop), UNDECIDED_MS)
      },
    })
    this.#parkOn(incoming)
    this.#parts.lane.hearNudges?.(token, this.#parts.onNudge)
    return this.receiver
  }

  /** Begins to take messages one by one. Where the lane cannot be polled, its events fill the receiver's stash. */
  engageToTake(): Receiver | undefined {
    const { lane, inbox } = this.#parts
    // A listener within `catchUp` may take messages. It gets those that come meanwhile, and the end.
    this.receiver?.thaw()
    if (this.receiver === undefined && this.regions !== undefined) this.#parts.onUnheard()
    const receiver = this.engage()
    // Where the end of the lane is no event, a nudge tells of it.
    if (lane.poll === undefined || lane.endsSilently === true) inbox.listen()
    if (receiver !== undefined) this.drain(receiver)
    return receiver
  }

  /** Takes what waits in the inbox, and wakes nobody: a listener must not run within a call that takes messages. */
  drain(receiver: Receiver): void {
    this.#parts.inbox.drain(({ message, ports }) => {
      if (!receiver.onMessage(message, ports)) this.#parts.onForeign(message, ports)
    })
  }

  // A port of Node that does not listen tells of its end only to a poll that finds nothing. A receiver that sees an empty ring
  // does not poll, so the port listens from now on.
  onPolled(): void {
    const { inbox, onUnheard } = this.#parts
    if (this.receiver !== undefined) inbox.listen()
    onUnheard()
  }

  /**
   * Whether a native message that nobody asks for may tell of the end. A port that only posts takes its end of the ring at the
   * first nudge.
   */
  hearWaiting(message: unknown): boolean {
    if (this.regions !== undefined && message === this.regions.token) this.engage()
    return this.receiver !== undefined
  }

  /** `isFinishing`: what was there is still delivered. `isTorn`: a stack overflow has stopped anything anywhere. */
  dispose(isFinishing: boolean, isTorn: boolean): void {
    // Or the other side would wait for room that nobody makes.
    this.receiver?.close()
    const region = this.#region ?? this.regions?.incoming
    if (region !== undefined && (this.receiver === undefined || isTorn)) endForConsumer(region)
    this.gate?.dispose()
    if (isFinishing) return
    const { inbox, natives } = this.#parts
    this.receiver?.closePorts()
    for (const keeper of [inbox, natives]) keeper.drop()
    this.letGo()
  }

  /** Frees the memory of a port that has ended: a program may keep the port itself for long. */
  letGo(): void {
    const { received } = this
    this.received = received && { messages: received.messages, bytes: received.bytes }
    this.receiver = this.regions = this.#region = this.gate = undefined
  }

  #parkOn(region: Region): void {
    this.gate?.dispose()
    this.#region = region
    const { host, options, onWake } = this.#parts
    // If this thread has posted the message itself, delivery waits for the next task, as on the platform.
    const wake = (isOwn: boolean): void => (isOwn ? host.nextTask(onWake) : onWake())
    this.gate = new AsyncGate(region.words, CONSUMER_GATE, asyncParkOf(options.wakeBy ?? host.wakeBy), wake)
  }
}
