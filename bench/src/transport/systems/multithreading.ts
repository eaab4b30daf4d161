/** multithreading with one thread: every message is a task of a function without surroundings, every answer its result. */

import { Worker } from 'node:worker_threads'
import { initRuntime, move, shutdown, spawn } from 'multithreading'
import { lineOfCalls } from '../calls.ts'
import { END } from '../peer.ts'
import type { Transport } from '../transport.ts'

interface Outcome {
  readonly ok: boolean
  readonly value?: unknown
  readonly error?: Error
}

interface Sink {
  count?: number
  last?: unknown
}

/** The web's Worker, as far as the library uses it: its own stand-in is there on the main thread only, and a cell is a thread. */
class WebWorker extends Worker {
  onmessage: (event: { readonly data: unknown }) => void = () => {}
  onerror: (event: { readonly message: string; preventDefault(): void }) => void = () => {}

  constructor(script: URL) {
    super(script)
    this.on('message', (data) => this.onmessage({ data }))
    this.on('error', ({ message }) => this.onerror({ message, preventDefault() {} }))
  }
}

const echo = (value: unknown): unknown => value

/** It counts on the global object: the function travels as text, and nothing around it comes along. */
const sink = (value: unknown, end: string): unknown => {
  const scope = globalThis as Sink
  if (value !== end) {
    scope.count = (scope.count ?? 0) + 1
    scope.last = value
    return undefined
  }
  const receipt = [scope.count ?? 0, scope.last]
  scope.count = 0
  return receipt
}

export const transport: Transport = {
  connect({ role }) {
    Object.assign(globalThis, { Worker: WebWorker })
    initRuntime({ maxWorkers: 1 })
    const run = role === 'echo' ? echo : sink
    const call = async (value: unknown): Promise<unknown> => {
      // It transfers bytes, and the sender keeps its own.
      const given = ArrayBuffer.isView(value) ? structuredClone(value) : value
      const task = spawn(move(given as never, END as never), run as never)
      const { ok, value: result, error } = (await task.join()) as Outcome
      if (!ok) throw error ?? new Error('the task failed')
      return result
    }
    return lineOfCalls(call, { ready: Promise.resolve(), failed: new Promise<never>(() => {}), close: shutdown })
  },
  serve() {
    throw new Error('multithreading makes its thread of a script of its own')
  },
}
