/** At least once: a stream keeps each task until a server has done it and the pool has the result. */

import { headers } from '@nats-io/nats-core'
import type { Delivery } from './delivery.ts'
import type { Line } from './line.ts'
import type { LargeValues } from './large.ts'
import type { Roster } from './roster.ts'
import type { RemoteTask } from './remote-task.ts'
import { askStream, isStarting, openStream, storePieces, type TaskStream, untilThere } from './stream.ts'
import { lastToken, REPLY_HEADER, STORED_HEADER, type Subjects } from './subjects.ts'
import { tellTerms } from './terms.ts'

const NOTHING = new Uint8Array()
const ignore = (): void => {}

export class DurableDelivery implements Delivery {
  readonly #line: Line
  readonly #subjects: Subjects
  readonly #large: LargeValues
  readonly #roster: Roster
  #opened: Promise<TaskStream> | undefined

  constructor(line: Line, subjects: Subjects, large: LargeValues, roster: Roster) {
    this.#line = line
    this.#subjects = subjects
    this.#large = large
    this.#roster = roster
  }

  async send(task: RemoteTask, reply: string): Promise<void> {
    task.sequence = 0
    const stream = await (this.#opened ??= this.#open())
    // Cancelled meanwhile.
    if (task.isSettled) return
    const pieces = this.#large.isLarge(task.body) ? pieceSubject(this.#subjects, reply, task.attempt) : ''
    task.pieces = pieces
    try {
      await this.#store(task, reply, stream)
    } catch (error) {
      // Nobody would read them, and a stream that is full stays full.
      if (pieces !== '') await this.#removePieces(pieces)
      throw error
    }
  }

  async #store(task: RemoteTask, reply: string, stream: TaskStream): Promise<void> {
    const { sendings, attempt, pieces } = task
    const all = headers()
    all.set(REPLY_HEADER, reply)
    tellTerms(all, task)
    let { body } = task
    if (pieces !== '') {
      all.set(STORED_HEADER, await storePieces(this.#line, stream, pieces, body))
      if (task.isSettled) return this.#removePieces(pieces)
      body = NOTHING
    }
    const { task: usual, urgent } = this.#subjects
    const subject = `${task.place.priority > 0 ? urgent : usual}.${task.name}`
    // The stream stores an attempt once, however often it is sent: its confirmation may have been lost.
    const options = { headers: all, msgID: attempt === 1 ? reply : `${reply} ${attempt}` }
    task.isSent = true
    const { seq } = await askStream(this.#line, stream, () => stream.client.publish(subject, body, options))
    // Its worker has died already, and the next attempt is on its way.
    if (task.sendings !== sendings) return
    task.sequence = seq
    if (task.isSettled) await this.#remove(task)
  }

  async isStored({ sequence, isSettled }: RemoteTask): Promise<boolean> {
    // Not stored yet: `send` goes on trying.
    if (sequence === 0 || isSettled) return true
    // Nothing is lost while NATS is away.
    if (!this.#line.isUp) return true
    const stream = await this.#opened!
    const get = (): Promise<unknown> => stream.manager.streams.getMessage(stream.name, { seq: sequence })
    return (await askStream(this.#line, stream, get)) !== null
  }

  settled(task: RemoteTask, isCancelled: boolean): void {
    // One that is not stored yet is removed by `send`.
    if (isCancelled && task.sequence !== 0) void this.#remove(task)
  }

  async #open(): Promise<TaskStream> {
    try {
      const stream = await openStream(this.#line, this.#subjects)
      const obstacle = await this.#roster.meet()
      // A durable task can wait for a server, but not for one of other schemas.
      if (obstacle !== undefined && this.#roster.size > 0) throw obstacle
      return stream
    } catch (error) {
      // The next task tries again.
      this.#opened = undefined
      throw error
    }
  }

  async #remove({ sequence, pieces }: RemoteTask): Promise<void> {
    const { manager } = await this.#opened!
    const { stream } = this.#subjects
    // Fails where a server has acknowledged it already. One that stays all the same is done in vain, and its result is ignored.
    await manager.streams.deleteMessage(stream, sequence).catch(ignore)
    if (pieces !== '') await this.#removePieces(pieces)
  }

  /** Waits for NATS where that is away. Those that cannot be removed stay. */
  async #removePieces(filter: string): Promise<void> {
    const { manager } = await this.#opened!
    const purge = (): Promise<unknown> => manager.streams.purge(this.#subjects.stream, { filter })
    await untilThere(this.#line, purge, isStarting).catch(ignore)
  }
}

/** Of the pieces of one attempt: a server removes those of the last one while those of the next are stored. */
export function pieceSubject({ piece }: Subjects, reply: string, attempt: number): string {
  const number = lastToken(reply)
  const inbox = lastToken(reply.slice(0, -number.length - 1))
  return `${piece}.${inbox}-${number}${attempt === 1 ? '' : `-${attempt}`}`
}
