/** The durable tasks of a server: taken from the stream, kept alive while they run, acknowledged when the pool has the result. */

import type { Consumer, JsMsg } from '@nats-io/jetstream'
import { isWorkerDiedError, WorkerDiedError } from '@slipring/core/pool'
import { pieceSubject } from '../durable-delivery.ts'
import { type Terms, termsIn } from '../terms.ts'
import { isStarting, openStream, readPieces, type TaskStream, untilThere } from '../stream.ts'
import { pause } from '../timers.ts'
import { lastToken, REPLY_HEADER, STORED_HEADER } from '../subjects.ts'
import { Lane } from './lane.ts'
import { isCancelled, type Outcome, resultOf } from './outcome.ts'
import type { Server } from './server.ts'

export interface DurableLimits {
  readonly maxInFlight: number
  readonly ackWaitMs: number
  readonly maxAttempts: number
}

/** How often within `ackWait` the server is told that a task goes on. */
const SIGNS = 3

export class DurableTasks {
  readonly #server: Server
  readonly #limits: DurableLimits
  /** Messages that are not acknowledged, by their place in the stream: the next attempt of a task has another. */
  readonly #held = new Map<number, JsMsg>()
  #stream!: TaskStream
  #lanes: readonly Lane[] = []
  readonly #consumers: Consumer[] = []
  #signs: ReturnType<typeof setInterval> | undefined

  constructor(server: Server, limits: DurableLimits) {
    this.#server = server
    this.#limits = limits
  }

  /** Asks for all that can be refused, and takes no task. */
  async open(): Promise<void> {
    this.#stream = await openStream(this.#server.line, this.#server.subjects)
    const { consumer, task, urgentConsumer, urgent } = this.#server.subjects
    const begin = (message: JsMsg, lane: Lane): void => this.#begin(message, lane)
    // Tasks of a priority above 0 do not wait in the stream behind the others.
    this.#lanes = [
      { name: urgentConsumer, filter: `${urgent}.*` },
      { name: consumer, filter: `${task}.*` },
    ].map((one) => new Lane(this.#server, this.#stream, this.#limits, one, begin))
    for (const lane of this.#lanes) this.#consumers.push(await lane.open())
    // The connection has closed meanwhile, and `close` was called.
    if (this.#server.line.ending !== undefined) throw this.#server.line.ending
  }

  /** Takes tasks from now on. */
  start(): void {
    this.#signs = setInterval(() => {
      for (const message of this.#held.values()) message.working()
    }, this.#limits.ackWaitMs / SIGNS)
    for (const [index, lane] of this.#lanes.entries()) lane.start(this.#consumers[index]!)
  }

  /** Does not wait for NATS where that is away: others get the tasks after `ackWait`. */
  async close(): Promise<void> {
    for (const lane of this.#lanes) lane.close()
    while ((this.#lanes.some(({ isTaking }) => isTaking) || this.#held.size > 0) && this.#server.line.isUp)
      await pause(10)
    clearInterval(this.#signs)
  }

  #begin(message: JsMsg, lane: Lane): void {
    const reply = message.headers?.get(REPLY_HEADER) ?? ''
    // Not sent by a pool.
    if (reply === '') return message.term()
    const isHere = this.#held.has(message.seq)
    this.#held.set(message.seq, message)
    // Delivered again although it runs here: we were cut off for a while. The latest delivery is the one to acknowledge.
    if (isHere) return
    lane.began()
    // A task that cannot be acknowledged is delivered again. Pieces that cannot be removed stay.
    void this.#run(reply, message, lane)
      .catch(() => {})
      .finally(() => this.#held.delete(message.seq))
  }

  async #run(reply: string, message: JsMsg, lane: Lane): Promise<void> {
    const { deliveryCount } = message.info
    const terms = termsIn(message.headers)
    const outcome = await this.#outcomeOf(reply, message, terms)
    lane.ended()
    const isDeath = 'failure' in outcome && isWorkerDiedError(outcome.failure)
    if (isDeath && deliveryCount < this.#limits.maxAttempts) return this.#held.get(message.seq)!.nak()
    const { attempt } = terms
    const isOver = isCancelled(outcome) || (await this.#server.results.send(reply, resultOf(outcome), attempt, true))
    if (!isOver) return this.#held.get(message.seq)!.nak()
    this.#held.get(message.seq)!.ack()
    if (message.headers?.has(STORED_HEADER)) await this.#removePieces(reply, attempt)
  }

  async #outcomeOf(reply: string, message: JsMsg, terms: Terms): Promise<Outcome> {
    const { maxAttempts } = this.#limits
    const { deliveryCount } = message.info
    if (deliveryCount > maxAttempts) {
      const why = `The task was delivered ${deliveryCount - 1} times, and each time its worker has died: maxAttempts is ${maxAttempts}`
      return { failure: new WorkerDiedError(why, undefined) }
    }
    const { line } = this.#server
    const place = message.headers?.get(STORED_HEADER)
    const body = (): Uint8Array | Promise<Uint8Array> => (place ? readPieces(line, this.#stream, place) : message.data)
    // The pool sends a task again when it was delivered in vain as often as it may be.
    const attempt = (terms.attempt - 1) * maxAttempts + deliveryCount
    return this.#server.run({ reply, name: lastToken(message.subject), attempt, body, terms })
  }

  async #removePieces(reply: string, attempt: number): Promise<void> {
    const { line, subjects } = this.#server
    const filter = pieceSubject(subjects, reply, attempt)
    await untilThere(line, () => this.#stream.manager.streams.purge(subjects.stream, { filter }), isStarting)
  }
}
