/** How long the threads of a page's process have run, as Linux counts it: nanoseconds on a processor. */

import { readdirSync, readFileSync } from 'node:fs'

/**
 * Nanoseconds that each main and worker thread has run, by thread id, in those of our own processes that have `workers`
 * worker threads. The other threads (collector, compiler, network) serve the browser itself, idle page or not.
 */
export function pageThreads(workers: number): Map<string, number> {
  const threads = new Map<string, number>()
  for (const owner of numericNames('/proc').filter(isOurs)) {
    const tasks = numericNames(`/proc/${owner}/task`).map((id) => ({
      id,
      name: read(`/proc/${owner}/task/${id}/comm`),
    }))
    const working = tasks.filter(({ name }) => name.startsWith('DedicatedWorker') || name.startsWith('DOM Worker'))
    if (working.length < workers) continue
    for (const { id } of [...working, { id: owner }]) {
      const [running] = read(`/proc/${owner}/task/${id}/schedstat`).split(' ')
      threads.set(id, Number(running))
    }
  }
  return threads
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
