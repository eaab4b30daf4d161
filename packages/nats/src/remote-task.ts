/** One call of `RemotePool.run`. */

import type { StopWatching } from '@slipring/core/pool'

export class RemoteTask {
  readonly number: number
  readonly name: string
  readonly body: Uint8Array
  /** Milliseconds that its run on a server may take. */
  readonly timeout: number | undefined
  readonly promise: Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  retries: number
  isSettled = false
  stopWatching: StopWatching | undefined = undefined
  /** Rounds of questions since a server has told that it has the task. */
  silentRounds = 0
  /** Since when nobody takes it, in milliseconds of `performance.now`; 0: somebody does. */
  refusedSince = 0
  /** Why nobody takes it. */
  obstacle: Error | undefined = undefined
  /** Where its body is, if that is larger than a message. */
  place = ''
  /** Its place in the stream; 0: not stored. */
  sequence = 0

  constructor(number: number, name: string, body: Uint8Array, retries: number, timeout: number | undefined) {
    this.number = number
    this.name = name
    this.body = body
    this.retries = retries
    this.timeout = timeout
    let resolve!: (result: unknown) => void
    let reject!: (error: unknown) => void
    this.promise = new Promise((...settle) => ([resolve, reject] = settle))
    this.resolve = resolve
    this.reject = reject
  }
}
