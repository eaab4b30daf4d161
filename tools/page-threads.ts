/** How long the threads of a page's process have run, as Linux counts it: nanoseconds on a processor. */

import { readdirSync, readFileSync } from 'node:fs'

/** A thread on which a page or a worker runs. */
export interface PageThread {
  readonly id: string
  /** Of its process. */
  readonly process: string
  readonly isWorker: boolean
  /** On a processor, so far. */
  readonly nanoseconds: number
}

/**
 * The main and the worker threads of those of our own processes that have `workers` worker threads. The other threads (collector,
 * compiler, network) serve the browser itself, idle page or not.
 */
export function pageThreads(workers: number): PageThread[] {
  return numericNames('/proc')
    .filter(isOurs)
    .flatMap((process) => {
      const working = numericNames(`/proc/${process}/task`).filter((id) =>
        /^(DedicatedWorker|DOM Worker)/.test(read(`/proc/${process}/task/${id}/comm`)),
      )
      if (working.length < workers) return []
      return [...working, process].map((id) => {
        const [running] = read(`/proc/${process}/task/${id}/schedstat`).split(' ')
        return { id, process, isWorker: id !== process, nanoseconds: Number(running) }
      })
    })
}

// Other browsers may run on this machine.
function isOurs(id: string): boolean {
  let ancestor = id
  while (Number(ancestor) > 1 && ancestor !== String(process.pid)) {
    // The name before it, in parentheses, may hold anything.
    ancestor = read(`/proc/${ancestor}/stat`).split(') ').pop()?.split(' ')[1] ?? '0'
  }
  return ancestor === String(process.pid)
}

function numericNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

// A process or a thread may end at any time.
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return ''
  }
}
