/** Which thread of this process runs on which core: Linux decides, unless it is told. */

import { execFileSync } from 'node:child_process'
import { readdirSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import type { Cores } from './cell.ts'

const THIS_THREADS = '0'
const NEXT = '1'

export const cores: Cores = {
  noteThreads(placing) {
    const before = new Set(threadsNow())
    return () => {
      const made = threadsNow().filter((thread) => !before.has(thread))
      // Read by this very thread: what is asynchronous is done by another one.
      keepTo(THIS_THREADS, basename(readlinkSync('/proc/thread-self')))
      for (const thread of made) keepTo(placing === 'same core' ? THIS_THREADS : NEXT, thread)
    }
  },
}

function threadsNow(): string[] {
  return readdirSync('/proc/self/task')
}

/** Throws where there is no `taskset`, or no such core. */
function keepTo(core: string, thread: string): void {
  execFileSync('taskset', ['-cp', core, thread], { stdio: 'pipe' })
}
