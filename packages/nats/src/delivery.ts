/** How tasks reach a server: at once by a queue group, or by a stream that keeps them. */

import { headers, type MsgHdrs } from '@nats-io/nats-core'
import type { LargeValues } from './large.ts'
import type { Line } from './line.ts'
import type { RemoteTask } from './remote-task.ts'
import { LARGE_HEADER, type Subjects } from './subjects.ts'

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

  constructor(line: Line, subjects: Subjects, large: LargeValues) {
    this.#line = line
    this.#subjects = subjects
    this.#large = large
  }

  send(task: RemoteTask, reply: string): void | Promise<void> {
    // A task that is given up meanwhile is not sent any more.
    if (!this.#line.isUp) return this.#line.up().then(() => (task.isSettled ? undefined : this.send(task, reply)))
    const subject = `${this.#subjects.run}.${task.name}`
    if (!this.#large.isLarge(task.body)) return this.#line.publish(subject, task.body, { reply })
    if (task.place === '') task.place = this.#large.keep(task.body)
    this.#line.publish(subject, NOTHING, { reply, headers: headed(LARGE_HEADER, task.place) })
  }

  isStored(): boolean {
    return false
  }

  settled(task: RemoteTask): void {
    if (task.place !== '') this.#large.release(task.place)
  }
}
