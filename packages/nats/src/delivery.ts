/** How tasks reach a server: at once by a queue group, or by a stream that keeps them. */

import { headers, type MsgHdrs } from '@nats-io/nats-core'
import type { TaskKey } from '@slipring/core/pool'
import type { KeyHomes } from './key-homes.ts'
import type { LargeValues } from './large.ts'
import type { Line } from './line.ts'
import type { RemoteTask } from './remote-task.ts'
import { LARGE_HEADER, type Subjects } from './subjects.ts'
import { isPlain, tellTerms } from './terms.ts'

export interface Delivery {
  /** Rejects when the task cannot be sent. `reply`: where its result is to go. */
  send(task: RemoteTask, reply: string): void | Promise<void>
  /** Whether it will be done though no server has it now. */
  isStored(task: RemoteTask): boolean | Promise<boolean>
  /** The task is settled. `isCancelled`: no server is to begin it. */
  settled(task: RemoteTask, isCancelled: boolean): void
}

const NOTHING = new Uint8Array()

/** A message with a header. */
export function headed(name: string, value: string): MsgHdrs {
  const all = headers()
  all.set(name, value)
  return all
}

/** At most once. */
export class DirectDelivery implements Delivery {
  readonly #line: Line
  readonly #subjects: Subjects
  readonly #large: LargeValues
  readonly #homes: KeyHomes

  constructor(line: Line, subjects: Subjects, large: LargeValues, homes: KeyHomes) {
    this.#line = line
    this.#subjects = subjects
    this.#large = large
    this.#homes = homes
  }

  send(task: RemoteTask, reply: string): void | Promise<void> {
    if (!this.#line.isUp) return this.#sendLater(task, reply)
    if (task.key !== undefined) return this.#sendHome(task, task.key, reply)
    this.#sendTo(`${this.#subjects.run}.${task.name}`, task, reply)
  }

  async #sendLater(task: RemoteTask, reply: string): Promise<void> {
    const { sendings } = task
    await this.#line.up()
    // A task that is given up meanwhile is not sent any more, and one that another sending has not twice.
    if (!task.isSettled && task.sendings === sendings) await this.send(task, reply)
  }

  async #sendHome(task: RemoteTask, key: TaskKey, reply: string): Promise<void> {
    const { sendings } = task
    const home = this.#homes.knownOf(key) ?? (await this.#homes.find(key))
    if (task.isSettled || task.sendings !== sendings) return
    if (!this.#line.isUp) return this.#sendLater(task, reply)
    const { at, run, version } = this.#subjects
    task.server = home
    // Nobody is there: the answer of NATS says so.
    this.#sendTo(home === undefined ? `${run}.${task.name}` : `${at}.${home}.${version}.${task.name}`, task, reply)
  }

  #sendTo(subject: string, task: RemoteTask, reply: string): void {
    task.isSent = true
    // The time that it has waited does not count.
    task.silentRounds = 0
    const isLarge = this.#large.isLarge(task.body)
    if (!isLarge && isPlain(task)) return this.#line.publish(subject, task.body, { reply })
    const all = headers()
    tellTerms(all, task)
    if (!isLarge) return this.#line.publish(subject, task.body, { reply, headers: all })
    if (task.pieces === '') task.pieces = this.#large.keep(task.body)
    all.set(LARGE_HEADER, task.pieces)
    this.#line.publish(subject, NOTHING, { reply, headers: all })
  }

  isStored(): boolean {
    return false
  }

  settled(task: RemoteTask): void {
    if (task.pieces !== '') this.#large.release(task.pieces)
  }
}
