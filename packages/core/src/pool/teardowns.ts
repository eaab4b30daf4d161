/** Workers that run the `teardown` of their module before they are ended. */

import { timeoutError } from '../errors.ts'
import { MAX_TIMER_MS } from '../host.ts'
import type { Holding } from './holding.ts'
import type { Member } from './member.ts'
import { TEAR_DOWN } from './messages.ts'
import type { PoolPlatform } from './platform.ts'
import { hookError } from './worker-failure.ts'

/** Unless the pool has a `graceMs`. */
const DEFAULT_MS = 1000

export interface TeardownEvents {
  onFailure(error: unknown, member: Member): void
  /** It has had its time. */
  end(member: Member): void
}

export class Teardowns {
  readonly #platform: PoolPlatform
  readonly #graceMs: number
  readonly #holding: Holding
  readonly #events: TeardownEvents

  constructor(platform: PoolPlatform, graceMs: number | undefined, holding: Holding, events: TeardownEvents) {
    this.#platform = platform
    this.#graceMs = graceMs ?? DEFAULT_MS
    this.#holding = holding
    this.#events = events
  }

  begin(member: Member): void {
    const release = this.#holding.keep()
    const onLate = (): void => this.onDone(member, { error: timeoutError(this.#graceMs, 'end', ' of it') })
    const mayStay = this.#graceMs > MAX_TIMER_MS
    const stopTimer = mayStay ? undefined : this.#platform.host.later(onLate, this.#graceMs, true)
    member.stopTeardown = () => {
      member.stopTeardown = undefined
      stopTimer?.()
      release()
    }
    member.notify(0, TEAR_DOWN)
  }

  /** The worker says so, or does not in time. */
  onDone(member: Member, failure: { readonly error: unknown } | undefined): void {
    if (failure !== undefined) this.#events.onFailure(hookError(this.#platform, 'teardown', failure.error), member)
    this.#events.end(member)
  }
}
