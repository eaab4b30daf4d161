/** One question to a thread that answers each by one message. */

import type { Worker } from 'node:worker_threads'

/** Rejects when the thread throws instead. */
export function ask<T>(thread: Worker, question: unknown): Promise<T> {
  return new Promise((resolve, reject) => {
    thread.once('error', reject)
    thread.once('message', (answer: T) => {
      thread.off('error', reject)
      resolve(answer)
    })
    thread.postMessage(question)
  })
}
