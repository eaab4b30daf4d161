/** Jobs side by side, each on a thread of its own core; verdicts in the order of the jobs. */

import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Job, Verdict } from './job.ts'

/** Calls `show` for each job in order, as soon as it and all before it are done. Rejects with what a job throws. */
export async function runAll(jobs: readonly Job[], show: (verdict: Verdict) => void): Promise<void> {
  const verdicts: (Verdict | undefined)[] = jobs.map(() => undefined)
  let begun = 0
  let shown = 0
  const work = async (): Promise<void> => {
    const thread = new Worker(new URL('job.worker.ts', import.meta.url))
    try {
      while (begun < jobs.length) {
        const number = begun++
        verdicts[number] = await verdictOf(thread, jobs[number]!)
        for (; verdicts[shown] !== undefined; shown++) show(verdicts[shown]!)
      }
    } finally {
      await thread.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, work))
}

function verdictOf(thread: Worker, job: Job): Promise<Verdict> {
  return new Promise((resolve, reject) => {
    thread.removeAllListeners()
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', (code) => reject(new Error(`The thread of ${JSON.stringify(job)} ended with code ${code}`)))
    thread.postMessage(job)
  })
}
