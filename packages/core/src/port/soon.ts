/** Steps that run after the caller has returned. */

import type { Host } from '../host.ts'

const SETTLED = Promise.resolve()

/** Runs `step` in a microtask, whenever it is called. */
export function soon(step: () => void): () => void {
  return () => void SETTLED.then(step)
}

/** Runs `step` in a task of its own, once however often it is called before that. */
export function inOneTask(host: Pick<Host, 'nextTask'>, step: () => void): () => void {
  let isDue = false
  const run = (): void => {
    isDue = false
    step()
  }
  return () => {
    if (isDue) return
    host.nextTask(run)
    isDue = true
  }
}
