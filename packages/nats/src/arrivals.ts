/** The inbox of a pool: results, values of streams, and the words of servers about themselves. */

import type { Msg } from '@nats-io/nats-core'
import { decode } from '@slipring/core/codec'
import { decodeBy, decodeFailure, type Schemas } from './bodies.ts'
import { fetchLarge } from './large.ts'
import type { Line } from './line.ts'
import type { RemoteTask } from './remote-task.ts'
import { FAILED_HEADER, LARGE_HEADER, lastToken, PART_HEADER, PONG } from './subjects.ts'

interface Actions {
  readonly onPong: (message: Msg) => void
  /** Nobody takes the task. */
  readonly onRefused: (task: RemoteTask) => void
  readonly onResult: (task: RemoteTask, result: unknown) => void
  readonly fail: (task: RemoteTask, error: unknown) => void
}

export class Arrivals {
  readonly #line: Line
  readonly #schemas: Schemas
  readonly #tasks: ReadonlyMap<number, RemoteTask>
  readonly #actions: Actions

  /** `tasks`: those that are under way. */
  constructor(line: Line, schemas: Schemas, tasks: ReadonlyMap<number, RemoteTask>, actions: Actions) {
    this.#line = line
    this.#schemas = schemas
    this.#tasks = tasks
    this.#actions = actions
  }

  take(message: Msg): void {
    const token = lastToken(message.subject)
    if (token === PONG) return this.#actions.onPong(message)
    const task = this.#tasks.get(Number(token))
    const headers = message.headers
    if (headers?.code === 503) return task && this.#actions.onRefused(task)
    const mark = headers?.get(PART_HEADER)
    if (mark) return this.#takePart(task, message, mark)
    const place = headers?.get(LARGE_HEADER)
    const failed = headers?.get(FAILED_HEADER)
    if (task === undefined || !place) {
      if (task !== undefined) this.#takeResult(task, message.data, failed)
      // Confirms it, where the server asks for that; again if it has asked before.
      message.respond()
      return
    }
    void this.#fetch(task, place).then((bytes) => {
      // Its server has died: it is done elsewhere, or nothing is heard of it any more.
      if (bytes === undefined) return
      this.#takeResult(task, bytes, failed)
      message.respond()
    })
  }

  /** Undefined: some of the result did not come. */
  #fetch(task: RemoteTask, place: string): Promise<Uint8Array | undefined> {
    const onPiece = (): void => void (task.silentRounds = 0)
    return fetchLarge(this.#line, place, onPiece).catch(() => undefined)
  }

  #takePart(task: RemoteTask | undefined, message: Msg, mark: string): void {
    // Of a stream that is settled: its server sends a large one until it is confirmed.
    if (task?.stream === undefined) return void message.respond()
    const [number, server] = mark.split(' ')
    task.server = server
    task.silentRounds = 0
    task.stream.take(Number(number), message)
  }

  /** `failed`: the attempt, if it has failed. */
  #takeResult(task: RemoteTask, bytes: Uint8Array, failed: string | undefined): void {
    // That an earlier attempt has failed is known, or was assumed: the task was sent again.
    if (task.isSettled || (failed && Number(failed) !== task.attempt)) return
    try {
      if (failed) return this.#actions.fail(task, decodeFailure(bytes))
      if (task.stream === undefined)
        return this.#actions.onResult(task, decodeBy(this.#schemas[task.name]?.result, bytes))
      // How many values it has sent.
      task.stream.compare(decode(bytes) as number)
      const end = (): void => {
        if (!task.isSettled) this.#actions.onResult(task, undefined)
      }
      if (task.stream.givingAll === undefined) end()
      else void task.stream.givingAll.then(end)
    } catch (error) {
      this.#actions.fail(task, error)
    }
  }
}
