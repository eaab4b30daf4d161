/** How long the threads of a page's process have run, as Linux counts it: nanoseconds on a processor. */

import { readdirSync, readFileSync } from 'node:fs'

/**
 * Nanoseconds that each main and worker thread has run, by thread id, in the processes that have `workers` worker threads.
 * The other threads (collector, compiler, network) serve the browser itself, idle page or not.
 */
export function pageThreads(workers: number): Map<string, number> {
  const threads = new Map<string, number>()
  for (const process of numericNames('/proc')) {
    const tasks = numericNames(`/proc/${process}/task`).map((id) => ({
      id,
      name: read(`/proc/${process}/task/${id}/comm`),
    }))
    const working = tasks.filter(({ name }) => name.startsWith('DedicatedWorker') || name.startsWith('DOM Worker'))
    if (working.length < workers) continue
    for (const { id } of [...working, { id: process }]) {
      const [running] = read(`/proc/${process}/task/${id}/schedstat`).split(' ')
      threads.set(id, Number(running))
    }
  }
  return threads
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
