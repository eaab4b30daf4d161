/** Runs the cells of a test in one thread, one after the other: a thread of its own for each takes longer than a short cell. */

import { Worker } from 'node:worker_threads'
import type { CellResult, CellTask } from '../src/cell.ts'

const LIMIT_MS = 20_000

export class CellThread {
  #worker: Worker | undefined

  /** A cell that fails or is late takes its thread with it: the next gets another one. */
  async run(task: CellTask): Promise<CellResult> {
    const worker = (this.#worker ??= new Worker(new URL('cell-thread.worker.ts', import.meta.url)))
    const { promise, resolve, reject } = Promise.withResolvers<CellResult>()
    const ended = (code: number): void => reject(new Error(`the thread of the cells ended with ${code}`))
    const late = setTimeout(() => reject(new Error(`not done after ${LIMIT_MS / 1000} s`)), LIMIT_MS)
    worker.once('message', resolve).once('error', reject).once('exit', ended)
    try {
      worker.postMessage(task)
      return await promise
    } catch (error) {
      await this.end()
      throw error
    } finally {
      clearTimeout(late)
      worker.off('message', resolve).off('error', reject).off('exit', ended)
    }
  }

  async end(): Promise<void> {
    await this.#worker?.terminate()
    this.#worker = undefined
  }
}
