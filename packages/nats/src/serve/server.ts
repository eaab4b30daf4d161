/// <reference lib="esnext.disposable" preserve="true" />
/** A server: takes tasks from NATS, and runs them on a pool of threads. */

import { type Msg, nuid, type Subscription } from '@nats-io/nats-core'
import { encode } from '@slipring/core/codec'
import type { PoolStats } from '@slipring/core/pool'
import type { Pool } from '@slipring/worker'
import { fetchLarge, LargeValues } from '../large.ts'
import type { Line } from '../line.ts'
import type { Pong } from '../roster.ts'
import { pause } from '../timers.ts'
import { streamTermsIn, type StreamTerms, termsIn } from '../terms.ts'
import { inboxOf, LARGE_HEADER, lastToken, QUEUE_GROUP, type Subjects } from '../subjects.ts'
import { type DurableLimits, DurableTasks } from './durable-tasks.ts'
import { CANCELLED, Cancellation, isCancelled, type Job, type Outcome, resultOf } from './outcome.ts'
import { Sending } from './sending.ts'
import { Results } from './results.ts'
import type * as taskThread from './slipring-task-thread.ts'
import type { ThreadResult, ThreadTask } from './thread-messages.ts'

/** The module that each thread of a server loads. */
export type TaskThread = typeof taskThread

/** A process that serves a subject. */
export interface Serving {
  /** As the pool's `stats().workers` names it. */
  readonly id: string
  /** Resolves after `close`. Rejects when the connection is closed before, or a subject becomes forbidden. */
  readonly closed: Promise<void>
  /** Counters of the local pool. */
  stats(): PoolStats
  /** Takes no more tasks, and resolves when those that it has are done and their results are sent, unless NATS is away. */
  close(): Promise<void>
  /** As `close`. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Cancelled tasks that a server remembers. */
const CANCELLED_MAX = 10_000

export class Server implements Serving {
  readonly id: string = nuid.next()
  readonly closed: Promise<void>
  readonly line: Line
  readonly subjects: Subjects
  readonly results: Results
  readonly #pool: Pool<TaskThread>
  readonly #url: string
  readonly #version: number
  readonly #large: LargeValues
  readonly #threads: number
  readonly #isDurable: boolean
  readonly #subscriptions: Subscription[] = []
  /** The tasks that it has, by their reply subjects. */
  readonly #running = new Map<string, Cancellation | Sending>()
  /** Durable tasks that were cancelled before they came: NATS may deliver one before the pool has removed it. */
  readonly #cancelled = new Set<string>()
  #refusal: Error | undefined
  /** Tasks at most once whose results are not sent, or not fetched. */
  #unsent = 0
  #completed = 0
  #durable: DurableTasks | undefined
  #settleClosed!: (error: unknown) => void
  #closing: Promise<void> | undefined

  /** `url`: of the module of the tasks. */
  constructor(
    line: Line,
    pool: Pool<TaskThread>,
    url: string,
    subjects: Subjects,
    version: number,
    threads: number,
    isDurable: boolean,
  ) {
    this.line = line
    this.subjects = subjects
    this.#pool = pool
    this.#url = url
    this.#version = version
    this.#threads = threads
    this.#isDurable = isDurable
    this.#large = new LargeValues(line)
    this.results = new Results(line, this.#large)
    this.closed = new Promise((resolveClosed, reject) => {
      this.#settleClosed = (error) => (error === undefined ? resolveClosed() : reject(error))
      void line.connection.closed().then(() => {
        reject(line.ending)
        void this.#durable?.close()
        void pool.destroy(line.ending)
      })
    })
    // Nobody has to look at it.
    this.closed.catch(() => {})
  }

  /** Call it before `take`. */
  async openDurable(limits: DurableLimits): Promise<void> {
    this.#durable = new DurableTasks(this, limits)
    await this.#durable.open()
  }

  async take(): Promise<void> {
    const { ping, cancel, run, ask, at, version } = this.subjects
    this.#subscribe(ping, (message) => this.#answerPing(message))
    this.#subscribe(cancel, (message) => this.#cancel(message.string()))
    this.#subscribe(`${ask}.${this.id}`, (message) => this.#ask(message.string()))
    this.#subscribe(`${at}.${this.id}.${version}.*`, (message) => void this.#runDirect(message))
    this.#subscribe(`${run}.*`, (message) => void this.#runDirect(message), QUEUE_GROUP)
    await this.line.connection.flush()
    if (this.#refusal !== undefined) throw this.#refusal
    this.#durable?.start()
  }

  stats(): PoolStats {
    return this.#pool.stats()
  }

  close(): Promise<void> {
    this.results.isClosing = true
    return (this.#closing ??= this.#end())
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  /** Runs one delivery of a task on the local pool. */
  async run(job: Job): Promise<Outcome> {
    const { reply, terms } = job
    if (this.#cancelled.delete(reply)) return { failure: CANCELLED }
    const signal = new Cancellation()
    this.#running.set(reply, signal)
    try {
      const { timeout, key, priority } = terms
      const result: ThreadResult = await this.#pool.run(await this.#taskOf(job), { signal, timeout, key, priority })
      const isFailure = Array.isArray(result)
      return { body: isFailure ? result[0] : result, isFailure }
    } catch (failure) {
      return { failure }
    } finally {
      this.#running.delete(reply)
      this.#completed++
    }
  }

  /** Streams the values of one task. The result is how many there were. */
  async #stream(job: Job, stream: StreamTerms): Promise<Outcome> {
    const { reply, terms } = job
    const sending = new Sending(stream)
    this.#running.set(reply, sending)
    try {
      const { timeout, key, priority } = terms
      const options = { name: 'stream', timeout, key, priority, highWaterMark: sending.threadAhead } as const
      const parts = this.#pool.stream(await this.#taskOf(job), options)
      await sending.run(parts, (part, number) => this.results.sendPart(reply, part, `${number} ${this.id}`))
      return { body: encode(sending.sent), isFailure: false }
    } catch (failure) {
      return { failure }
    } finally {
      sending.close()
      this.#running.delete(reply)
      this.#completed++
    }
  }

  async #taskOf({ reply, name, attempt, body }: Job): Promise<ThreadTask> {
    const bytes = body()
    return [this.#url, name, bytes instanceof Uint8Array ? bytes : await bytes, reply, attempt]
  }

  async #runDirect(message: Msg): Promise<void> {
    const { reply, subject, data, headers } = message
    // Not sent by a pool: nobody waits for the result.
    if (reply === undefined || reply === '') return
    this.#unsent++
    try {
      const place = headers?.get(LARGE_HEADER)
      const body = (): Uint8Array | Promise<Uint8Array> => (place ? fetchLarge(this.line, place) : data)
      const terms = termsIn(headers)
      const job: Job = { reply, name: lastToken(subject), attempt: terms.attempt, body, terms }
      const stream = streamTermsIn(headers)
      const outcome = await (stream === undefined ? this.run(job) : this.#stream(job, stream))
      if (!isCancelled(outcome)) await this.results.send(reply, resultOf(outcome), terms.attempt, false)
    } catch (error) {
      this.results.tellLost(reply, error)
    } finally {
      if (--this.#unsent === 0) this.results.flush()
    }
  }

  #subscribe(subject: string, act: (message: Msg) => void, queue?: string): void {
    const callback = (error: Error | null, message: Msg): void => {
      if (error === null) return act(message)
      this.#refuse(error)
    }
    this.#subscriptions.push(this.line.connection.subscribe(subject, { callback, ...(queue && { queue }) }))
  }

  /** No permission for a subject: there is nothing to serve. */
  #refuse(refusal: Error): void {
    this.#refusal ??= refusal
    // `closed` tells of it.
    this.close().catch(() => {})
  }

  #answerPing(message: Msg): void {
    const inbox = inboxOf(message.reply ?? '')
    const running = [...this.#running].filter(([reply]) => inboxOf(reply) === inbox)
    // The counts of values come behind the values.
    this.results.flush()
    const answer: Pong = {
      id: this.id,
      version: this.#version,
      isDurable: this.#isDurable,
      threads: this.#threads,
      pending: this.#running.size,
      completed: this.#completed,
      tasks: running.map(([reply]) => Number(lastToken(reply))),
      sent: running.flatMap(([reply, one]) => ('sent' in one ? [[Number(lastToken(reply)), one.sent] as const] : [])),
    }
    message.respond(encode(answer))
  }

  #ask(text: string): void {
    const [asked, reply = ''] = text.split(' ')
    const running = this.#running.get(reply)
    if (running !== undefined && 'ask' in running) running.ask(Number(asked))
  }

  #cancel(reply: string): void {
    const running = this.#running.get(reply)
    if (running !== undefined) return running.abort(CANCELLED)
    if (!this.#isDurable) return
    this.#cancelled.add(reply)
    if (this.#cancelled.size <= CANCELLED_MAX) return
    const [oldest] = this.#cancelled
    this.#cancelled.delete(oldest!)
  }

  async #end(): Promise<void> {
    if (this.line.ending === undefined) {
      // To drain takes an answer of NATS.
      if (this.line.isUp) await Promise.all(this.#subscriptions.map((subscription) => subscription.drain()))
      else for (const subscription of this.#subscriptions) subscription.unsubscribe()
      await this.#durable?.close()
      while (this.#unsent > 0 && this.line.isUp) await pause(10)
      if (this.line.isUp) await this.line.connection.flush()
    }
    await this.#pool.close()
    this.#large.close()
    this.#settleClosed(this.#refusal)
  }
}
