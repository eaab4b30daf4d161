/** A connection that keeps what is published while it is interrupted. The client drops that. */

import type { NatsConnection, PublishOptions } from '@nats-io/nats-core'
import { ClosedError, shown } from '@slipring/core'

const DEFAULT_MAX_PAYLOAD = 1024 * 1024

const lines = new WeakMap<NatsConnection, Line>()

/** One for each connection, as long as that lives. */
export function lineOf(connection: unknown): Line {
  const isConnection = typeof (connection as Partial<NatsConnection> | null | undefined)?.publish === 'function'
  if (!isConnection)
    throw new TypeError(`Cannot use connection ${shown(connection)}: use the result of the NATS client's connect()`)
  let line = lines.get(connection as NatsConnection)
  if (line === undefined) lines.set(connection as NatsConnection, (line = new Line(connection as NatsConnection)))
  return line
}

/** A call that may be made again when the connection is there. */
class InterruptedError extends Error {
  override readonly name = 'InterruptedError'
}

export class Line {
  readonly connection: NatsConnection
  /** Bytes that a message may have. */
  maxPayload: number = DEFAULT_MAX_PAYLOAD
  isUp: boolean
  #held: (() => void)[] = []
  #whenUp: (() => void)[] = []
  readonly #calls = new Set<() => void>()
  #ending: ClosedError | undefined

  constructor(connection: NatsConnection) {
    this.connection = connection
    this.isUp = connection.info !== undefined
    this.#learn()
    void this.#follow()
    void connection.closed().then((reason) => this.#end(reason))
  }

  /** Why it is closed for good. */
  get ending(): ClosedError | undefined {
    return this.#ending
  }

  /** Publishes now, or when the connection is there again; nothing when it is closed. */
  publish(subject: string, data: Uint8Array | string, options?: PublishOptions): void {
    // `ending` comes a moment later.
    if (this.connection.isClosed()) return
    if (this.isUp) this.#publishNow(subject, data, options)
    else if (this.#ending === undefined) this.#held.push(() => this.publish(subject, data, options))
  }

  #publishNow(subject: string, data: Uint8Array | string, options: PublishOptions | undefined): void {
    try {
      this.connection.publish(subject, data, options)
    } catch (error) {
      // It takes nothing more shortly before it is drained.
      if (!this.connection.isDraining()) throw error
    }
  }

  /** Resolves when the connection is there: at once if it is. Rejects when it has closed. */
  async up(): Promise<void> {
    if (!this.isUp && this.#ending === undefined) await new Promise<void>((resolve) => this.#whenUp.push(resolve))
    if (this.#ending !== undefined) throw this.#ending
  }

  /** Makes a call. Rejects with `InterruptedError` when the connection is interrupted meanwhile: its answer would never come. */
  async attempt<Result>(call: () => Promise<Result>): Promise<Result> {
    await this.up()
    return new Promise((resolve, reject) => {
      const interrupt = (): void => reject(new InterruptedError('The connection to NATS was interrupted'))
      const end = (): void => void this.#calls.delete(interrupt)
      this.#calls.add(interrupt)
      call().then(resolve, reject).finally(end)
    })
  }

  /** An inbox of the connection's own prefix, where it has one. */
  get inboxPrefix(): string | undefined {
    // The interface does not show the options, and the client's own packages read them so.
    return (this.connection as { options?: { inboxPrefix?: string } }).options?.inboxPrefix
  }

  #learn(): void {
    this.maxPayload = this.connection.info?.max_payload ?? this.maxPayload
  }

  async #follow(): Promise<void> {
    for await (const { type } of this.connection.status()) {
      if (type === 'disconnect') this.#interrupt()
      else if (type === 'reconnect') this.#resume()
    }
  }

  #interrupt(): void {
    this.isUp = false
    for (const interrupt of this.#calls) interrupt()
  }

  #resume(): void {
    this.isUp = true
    this.#learn()
    const held = this.#held
    this.#held = []
    for (const publish of held) {
      try {
        publish()
      } catch (error) {
        // A server with a lower limit may have taken the place of the other. The others are sent all the same.
        const why = error instanceof Error ? error.message : String(error)
        // oxlint-disable-next-line no-console -- the message was given up to the line: nobody else can be told
        console.warn(`Cannot send a message that has waited for NATS: ${why}`)
      }
    }
    this.#wake()
  }

  #end(reason: unknown): void {
    this.#interrupt()
    this.#held = []
    const cause = reason instanceof Error ? { cause: reason } : undefined
    const why = reason instanceof Error ? `: ${reason.message}` : ''
    this.#ending = new ClosedError(`The connection to NATS is closed${why}`, 'peer-closed', cause)
    this.#wake()
  }

  #wake(): void {
    const waiting = this.#whenUp
    this.#whenUp = []
    for (const resolve of waiting) resolve()
  }
}
