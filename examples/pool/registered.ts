/** Piscina unchanged, in a process that was started with `--import @slipring/worker/register`. */

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { TASKS } from './job.ts'
import type { OpenSystem, Round } from './systems.ts'

const script = fileURLToPath(new URL('registered.process.ts', import.meta.url))

export function openRegistered(threads: number): OpenSystem {
  const child = fork(script, [String(threads)], {
    execArgv: [...process.execArgv, '--import', '@slipring/worker/register'],
    // Reports hold more than JSON can carry.
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const ended = exited.then(([code]) => {
    throw new Error(`The process of piscina registered ended with exit code ${code}`)
  })
  // Its end is awaited by the round that is under way.
  ended.catch(() => {})
  return {
    async round(onDone) {
      child.send('round')
      const [round] = (await Promise.race([once(child, 'message'), ended])) as [Round]
      onDone(TASKS)
      return round
    },
    close() {
      child.send('close')
      return exited
    },
  }
}
