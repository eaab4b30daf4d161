/** Finds tasks that will have no result: those that nobody takes, and those whose server has died. */

import type { Msg } from '@nats-io/nats-core'
import { WorkerDiedError } from '@slipring/core/pool'
import type { Delivery } from './delivery.ts'
import { isNoServersError } from './errors.ts'
import type { RemoteTask } from './remote-task.ts'
import type { Roster } from './roster.ts'

/** How often within `deadAfter` servers are asked for their tasks. */
const ROUNDS = 4
/** A task that nobody takes is sent again after this time. */
const RESEND_MS = 250

interface Actions {
  readonly resend: (task: RemoteTask) => void
  /** Tells the server of a stream whether somebody reads it. */
  readonly remind: (task: RemoteTask) => void
  /** A server has a task that is settled. */
  readonly recall: (number: number) => void
  /** The server takes no tasks any more. */
  readonly leave: (server: string) => void
  readonly fail: (task: RemoteTask, error: unknown) => void
}

export class Liveness {
  readonly #roster: Roster
  readonly #delivery: Delivery
  readonly #tasks: ReadonlyMap<number, RemoteTask>
  readonly #deadAfter: number
  readonly #actions: Actions
  #timer: ReturnType<typeof setInterval> | undefined
  /** Those that nobody took, and which of their sendings that was. */
  readonly #refused = new Map<RemoteTask, number>()
  #resending: ReturnType<typeof setTimeout> | undefined
  #met: Promise<Error | undefined> | undefined

  /** `tasks`: those that are under way. */
  constructor(
    roster: Roster,
    delivery: Delivery,
    tasks: ReadonlyMap<number, RemoteTask>,
    deadAfter: number,
    actions: Actions,
  ) {
    this.#roster = roster
    this.#delivery = delivery
    this.#tasks = tasks
    this.#deadAfter = deadAfter
    this.#actions = actions
  }

  /** Tasks are under way. */
  start(): void {
    this.#timer ??= setInterval(() => this.#round(), this.#deadAfter / ROUNDS)
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
    clearTimeout(this.#resending)
    this.#resending = undefined
    this.#refused.clear()
  }

  /** The answer of a server: it has these tasks. */
  onPong(message: Msg): void {
    const pong = this.#roster.onPong(message)
    if (pong === undefined) return
    for (const number of pong.tasks) {
      const task = this.#tasks.get(number)
      if (task === undefined) {
        // It was cancelled, and the word of it got lost.
        this.#actions.recall(number)
        continue
      }
      task.server = pong.id
      task.silentRounds = 0
      task.refusedSince = 0
      task.obstacle = undefined
    }
    for (const [number, count] of pong.sent) this.#tasks.get(number)?.stream?.compare(count)
  }

  /** NATS says that nobody listens: so the task has not begun, and may be sent again. */
  onRefused(task: RemoteTask): void {
    this.#afterRefusal(task).catch((error: unknown) => this.#actions.fail(task, error))
  }

  async #afterRefusal(task: RemoteTask): Promise<void> {
    // It was sent to one server, which is gone.
    if (task.key !== undefined && task.server !== undefined) this.#actions.leave(task.server)
    const { sendings } = task
    const now = performance.now()
    if (task.refusedSince === 0) task.refusedSince = now
    // One question for all that are refused.
    const obstacle = await (this.#met ??= this.#roster.meet().finally(() => (this.#met = undefined)))
    if (task.isSettled || task.sendings !== sendings) return
    task.obstacle = obstacle
    const isOver = now - task.refusedSince > this.#deadAfter
    if (obstacle !== undefined && (isOver || !isNoServersError(obstacle))) return this.#actions.fail(task, obstacle)
    this.#refused.set(task, sendings)
    this.#resending ??= setTimeout(() => this.#resend(), RESEND_MS)
  }

  #resend(): void {
    this.#resending = undefined
    const refused = [...this.#refused]
    this.#refused.clear()
    for (const [task, sendings] of refused)
      if (!task.isSettled && task.sendings === sendings) this.#actions.resend(task)
  }

  /** Rounds are counted, not time: a program that computes for long hears nothing meanwhile, and loses no task by that. */
  #round(): void {
    for (const task of this.#tasks.values()) {
      if (++task.silentRounds > ROUNDS) this.#onSilence(task).catch((error: unknown) => this.#actions.fail(task, error))
      else if (task.stream !== undefined) this.#actions.remind(task)
    }
    this.#roster.ping()
  }

  async #onSilence(task: RemoteTask): Promise<void> {
    task.silentRounds = 0
    const { sendings } = task
    if (task.stream === undefined && (await this.#delivery.isStored(task))) return
    // Sent again meanwhile.
    if (task.sendings !== sendings) return
    if (task.server !== undefined) this.#actions.leave(task.server)
    const why = `Nothing was heard of the task for ${this.#deadAfter} ms: its server has died, or the connection was interrupted`
    this.#actions.fail(task, new WorkerDiedError(why, undefined))
  }
}
