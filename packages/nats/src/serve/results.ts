/** How results reach the pool that waits for them. */

import type { NatsConnection } from '@nats-io/nats-core'
import { headed } from '../delivery.ts'
import type { LargeValues } from '../large.ts'
import type { Line } from '../line.ts'
import { pause } from '../stream.ts'
import { FAILED_HEADER, inboxOf, LARGE_HEADER } from '../subjects.ts'

export interface Result {
  readonly body: Uint8Array
  readonly isFailure: boolean
}

const NOTHING = new Uint8Array()
/** A pool that has not confirmed a result within this time is gone: it may have lost its connection for a while. */
const GRACE_MS = 30_000
const CONFIRM_MS = 5000
const AGAIN_MS = 250
/** Pools that are gone are remembered, but not for ever. */
const MOST_GONE = 1000

export class Results {
  readonly #line: Line
  readonly #large: LargeValues
  /** Inboxes of pools that are gone. Their results are offered once. */
  readonly #gone = new Set<string>()

  constructor(line: Line, large: LargeValues) {
    this.#line = line
    this.#large = large
  }

  /** Sends a result. Without `isConfirmed` a small one may get lost; else resolves when the pool has it or is gone. */
  async send(reply: string, { body, isFailure }: Result, isConfirmed: boolean): Promise<void> {
    const all = isFailure ? headed(FAILED_HEADER, '1') : undefined
    if (!this.#large.isLarge(body)) {
      if (isConfirmed) return this.#confirm(reply, body, all)
      return this.#line.publish(reply, body, all && { headers: all })
    }
    const place = this.#large.keep(body)
    const withPlace = all ?? headed(LARGE_HEADER, place)
    withPlace.set(LARGE_HEADER, place)
    try {
      await this.#confirm(reply, NOTHING, withPlace)
    } finally {
      this.#large.release(place)
    }
  }

  async #confirm(reply: string, body: Uint8Array, all: ReturnType<typeof headed> | undefined): Promise<void> {
    const inbox = inboxOf(reply)
    const options: Parameters<NatsConnection['request']>[2] = { timeout: CONFIRM_MS, ...(all && { headers: all }) }
    const until = performance.now() + GRACE_MS
    for (;;) {
      await this.#line.up()
      try {
        await this.#line.connection.request(reply, body, options)
        this.#gone.delete(inbox)
        return
      } catch {
        if (this.#gone.has(inbox) || performance.now() > until) break
      }
      await pause(AGAIN_MS)
    }
    if (this.#gone.size >= MOST_GONE) this.#gone.clear()
    this.#gone.add(inbox)
  }
}
