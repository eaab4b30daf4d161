/** How tasks reach a server: at once by a queue group, or by a stream that keeps them. */

import { headers, type MsgHdrs } from '@nats-io/nats-core'
import type { LargeValues } from './large.ts'
import type { Line } from './line.ts'
import type { RemoteTask } from './remote-task.ts'
import { LARGE_HEADER, type Subjects, TIMEOUT_HEADER } from './subjects.ts'

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

/** The server counts the time from the begin of the run, which only it knows. */
export function tellTimeout(all: MsgHdrs, { timeout }: RemoteTask): void {
  if (timeout !== undefined) all.set(TIMEOUT_HEADER, String(timeout))
}

/** The time that the run of a task may take, as its message tells it. */
export function timeoutIn(all: MsgHdrs | undefined): number | undefined {
  const text = all?.get(TIMEOUT_HEADER)
  return text ? Number(text) : undefined
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
    const isLarge = this.#large.isLarge(task.body)
    if (!isLarge && task.timeout === undefined) return this.#line.publish(subject, task.body, { reply })
    const all = headers()
    tellTimeout(all, task)
    if (!isLarge) return this.#line.publish(subject, task.body, { reply, headers: all })
    if (task.place === '') task.place = this.#large.keep(task.body)
    all.set(LARGE_HEADER, task.place)
    this.#line.publish(subject, NOTHING, { reply, headers: all })
  }

  isStored(): boolean {
    return false
  }

  settled(task: RemoteTask): void {
    if (task.place !== '') this.#large.release(task.place)
  }
}
