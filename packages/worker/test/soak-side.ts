/** One side of the soak: sends random bursts with random pauses, digests what it sends and what it receives. */

import type { NodePort } from '@slipring/worker'
import type { Growth } from './soak-memory.ts'
import { Digest, parcelOf } from './soak-messages.ts'

/** A message of the soak: how many messages of the other side were seen, and a random value; or the final account. */
export interface Letter {
  readonly seen: number
  readonly value?: unknown
  readonly account?: Account
  readonly growth?: Growth
}

export interface Account {
  readonly sent: number
  readonly sentDigest: number
  readonly received: number
  readonly receivedDigest: number
}

/** More than this ahead of what the other side has seen, and a side waits: memory must stay bounded. */
const WINDOW = 1500
/** After so many messages it is calm for as many: small ones in short bursts, so that a ring that has grown is left again. */
const MOOD = 50_000

export class SoakSide {
  readonly #port: NodePort
  readonly #random: () => number
  readonly #sent = new Digest()
  readonly #received = new Digest()
  #sentCount = 0
  #receivedCount = 0
  #seenByOther = 0
  #isOver = false

  constructor(port: NodePort, random: () => number) {
    this.#port = port
    this.#random = random
    this.#sendOn()
  }

  get account(): Account {
    return {
      sent: this.#sentCount,
      sentDigest: this.#sent.value,
      received: this.#receivedCount,
      receivedDigest: this.#received.value,
    }
  }

  /** A letter of the other side that is not its last. */
  take({ seen, value }: Letter): void {
    this.#seenByOther = seen
    this.#receivedCount++
    this.#received.add(value)
  }

  /** Sends nothing more. */
  stop(): void {
    this.#isOver = true
  }

  #sendOn(): void {
    if (this.#isOver) return
    const random = this.#random
    const isLong = random() % 8 === 0
    const burst = this.#isCalm ? random() % 8 : isLong ? random() % 1000 : random() % 30
    const room = WINDOW - (this.#sentCount - this.#seenByOther)
    // Always one at least: it says what has been seen.
    for (let index = 0; index < Math.max(1, Math.min(burst, room)); index++) this.#send()
    const pause = room <= 0 ? 5 : random() % 3 === 0 ? random() % 6 : 0
    if (pause === 0) setImmediate(() => this.#sendOn())
    else setTimeout(() => this.#sendOn(), random() % 400 === 0 ? 150 : pause)
  }

  get #isCalm(): boolean {
    return this.#sentCount % (2 * MOOD) >= MOOD
  }

  #send(): void {
    const { value, transfer } = parcelOf(this.#random, this.#isCalm)
    // Before it is posted: what is transferred is no longer there.
    this.#sent.add(value)
    this.#sentCount++
    this.#port.postMessage({ seen: this.#receivedCount, value } satisfies Letter, transfer)
  }
}
