/** The servers that a pool has heard of: what they are, and which tasks they have. */

import type { Msg } from '@nats-io/nats-core'
import { HandshakeError } from '@slipring/core'
import { decode } from '@slipring/core/codec'
import type { PoolStats, WorkerStats } from '@slipring/core/pool'
import { NoServersError } from './errors.ts'
import type { Line } from './line.ts'
import { PONG, type Subjects } from './subjects.ts'

const NOTHING = new Uint8Array()
/** A pool waits this long for servers to answer. */
const MEET_MS = 500

/** A server's answer about itself. */
export interface Pong {
  readonly id: string
  readonly version: number
  readonly isDurable: boolean
  readonly threads: number
  /** Tasks of every pool that it has. */
  readonly pending: number
  readonly completed: number
  /** Numbers of the asking pool's tasks that it has. */
  readonly tasks: readonly number[]
  /** Of those that are streams: their numbers, and how many values were sent. */
  readonly sent: readonly (readonly [number: number, count: number])[]
}

/** One server of a remote pool. */
export interface ServerStats extends WorkerStats {
  /** Of its process: a new one with each start. */
  readonly id: string
  readonly threads: number
}

export interface RemotePoolStats extends PoolStats {
  /** Servers that have answered last. They are asked while tasks are pending. */
  readonly workers: readonly ServerStats[]
}

export class Roster {
  readonly #line: Line
  readonly #subjects: Subjects
  readonly #inbox: string
  readonly #version: number
  readonly #isDurable: boolean
  readonly #pongs = new Map<string, Pong & { readonly round: number }>()
  #round = 0
  #answered: (() => void) | undefined

  constructor(line: Line, subjects: Subjects, inbox: string, version: number, isDurable: boolean) {
    this.#line = line
    this.#subjects = subjects
    this.#inbox = inbox
    this.#version = version
    this.#isDurable = isDurable
  }

  get size(): number {
    return this.#pongs.size
  }

  /** Asks all servers to tell of themselves. A server that has not answered twice is forgotten. */
  ping(): void {
    if (!this.#line.isUp) return
    for (const { id, round } of this.#pongs.values()) if (round < this.#round) this.#pongs.delete(id)
    this.#round++
    this.#line.publish(this.#subjects.ping, NOTHING, { reply: `${this.#inbox}.${PONG}` })
  }

  /** The answer of a server; undefined: of NATS. */
  onPong(message: Msg): Pong | undefined {
    // NATS itself answers when nobody listens.
    if (message.headers?.code === 503) {
      this.#answered?.()
      return undefined
    }
    const pong = decode(message.data) as Pong
    this.#pongs.set(pong.id, { ...pong, round: this.#round })
    if (this.#isFit(pong)) this.#answered?.()
    return pong
  }

  /** Asks who is there. Resolves with the error of tasks that nobody takes; with undefined when a server takes them. */
  async meet(): Promise<Error | undefined> {
    await this.#line.up()
    this.#pongs.clear()
    this.ping()
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, MEET_MS)
      this.#answered = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#answered = undefined
    return this.#obstacle()
  }

  /** Nobody waits for an answer any more. */
  close(): void {
    this.#answered?.()
  }

  forget(id: string): void {
    this.#pongs.delete(id)
  }

  /** Those that can do the pool's tasks at most once. */
  fitting(): string[] {
    return [...this.#pongs.values()].filter(({ version }) => version === this.#version).map(({ id }) => id)
  }

  stats(): ServerStats[] {
    return Array.from(this.#pongs.values(), ({ id, threads, pending, completed }) => ({
      id,
      threads,
      workerId: undefined,
      threadId: undefined,
      isReady: true,
      pending,
      completed,
      heapBytes: undefined,
    }))
  }

  #isFit({ version, isDurable }: Pong): boolean {
    return version === this.#version && (isDurable || !this.#isDurable)
  }

  #obstacle(): Error | undefined {
    const { base } = this.#subjects
    const all = [...this.#pongs.values()]
    if (all.some((pong) => this.#isFit(pong))) return undefined
    if (all.length === 0) return new NoServersError(`Nobody serves "${base}": start a process that calls serve()`)
    const other = all.find(({ version }) => version !== this.#version)
    if (all.every(({ version }) => version !== this.#version))
      return new HandshakeError(
        `Cannot run tasks on "${base}": its servers have other schemas (ours ${this.#version}, theirs ${other!.version}); ` +
          'give the pool the schemas that the served module exports',
        this.#version,
        other!.version,
      )
    return new NoServersError(`Nobody takes durable tasks of "${base}": call serve() with durable: true`)
  }
}
