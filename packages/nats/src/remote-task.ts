/** One call of `RemotePool.run` or `stream`. */

import type { RunOptions, StopWatching, TaskKey } from '@slipring/core/pool'
import type { RemoteStream } from './remote-stream.ts'

export interface TaskOptions extends Pick<RunOptions, 'timeout' | 'key' | 'priority'> {
  readonly retries: number
}

export class RemoteTask {
  readonly number: number
  readonly name: string
  readonly body: Uint8Array
  /** Milliseconds that its run on a server may take. */
  readonly timeout: number | undefined
  readonly promise: Promise<unknown>
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
  readonly key: TaskKey | undefined
  readonly place: { readonly priority: number }
  /** Of `RemotePool.stream`. */
  readonly stream: RemoteStream | undefined
  retries: number
  isSettled = false
  /** How often its sending was begun. The last one counts: others that still wait for something end. */
  sendings = 0
  /** Whether a server may have this attempt. */
  isSent = false
  stopWatching: StopWatching | undefined = undefined
  /** Rounds of questions since a server has told that it has the task. */
  silentRounds = 0
  /** Since when nobody takes it, in milliseconds of `performance.now`; 0: somebody does. */
  refusedSince = 0
  /** Why nobody takes it. */
  obstacle: Error | undefined = undefined
  /** Where its body is, if that is larger than a message. */
  pieces = ''
  /** 1, and one more each time that it was sent and its worker has died. */
  attempt = 1
  /** The server that it was sent to, or that has told that it has the task. */
  server: string | undefined = undefined
  /** Its place in the stream; 0: not stored. */
  sequence = 0

  constructor(number: number, name: string, body: Uint8Array, options: TaskOptions, stream?: RemoteStream) {
    const { retries, timeout, key, priority = 0 } = options
    this.number = number
    this.name = name
    this.body = body
    this.retries = retries
    this.timeout = timeout
    this.key = key
    this.place = { priority }
    this.stream = stream
    let resolve!: (result: unknown) => void
    let reject!: (error: unknown) => void
    this.promise = new Promise((...settle) => ([resolve, reject] = settle))
    this.resolve = resolve
    this.reject = reject
  }

  /** Whether there is another attempt. */
  retry(): boolean {
    if (this.retries === 0) return false
    this.retries--
    // One that has waited for the connection has not run.
    if (this.isSent) this.attempt++
    this.isSent = false
    return true
  }
}
