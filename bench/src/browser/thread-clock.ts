/** Processor time of a page's own thread and of its worker's. */

import { existsSync } from 'node:fs'
import { pageThreads } from '../../../tools/page-threads.ts'
import type { ThreadMicros } from '../state/threads.ts'

/** Gives the time since its first call; null where the system does not tell. For a page with one worker, which is the busiest. */
export function createThreadClock(): () => ThreadMicros | null {
  let last = new Map<string, number>()
  let reader = 0
  let writer = 0
  return () => {
    if (!existsSync('/proc/self/schedstat')) return null
    const threads = pageThreads(1)
    const spent = new Map<string, { reader: number; writer: number }>()
    for (const { id, process, isWorker, nanoseconds } of threads) {
      const micros = (nanoseconds - (last.get(id) ?? nanoseconds)) / 1000
      const known = spent.get(process) ?? { reader: 0, writer: 0 }
      known[isWorker ? 'writer' : 'reader'] += micros
      spent.set(process, known)
    }
    last = new Map(threads.map(({ id, nanoseconds }) => [id, nanoseconds]))
    // A browser has workers of its own, and those of the page before may still end.
    const [busiest] = [...spent.values()].toSorted((a, b) => b.writer - a.writer)
    reader += busiest?.reader ?? 0
    writer += busiest?.writer ?? 0
    return { reader, writer }
  }
}
