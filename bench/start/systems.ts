/** The systems under test. The first is the baseline of every ratio. */

import type { Worker, WorkerOptions } from 'node:worker_threads'

/** One end of a line between two threads, as a program would use it. */
export interface Line {
  post(value: unknown): void
  receive(handler: (value: unknown) => void): void
}

/** How a system is used: its half on the main thread and its half in the worker. */
export interface Adapter {
  connect(script: URL, options: WorkerOptions): Line & { readonly worker: Worker }
  accept(): Line
}

export interface System {
  readonly name: string
  /** Loaded only where it runs: a system must not sit in the worker of another. */
  readonly load: () => Promise<{ adapter: Adapter }>
}

export const systems: readonly System[] = [
  { name: 'postMessage', load: () => import('./systems/post-message.ts') },
  { name: 'postMessage+JSON', load: () => import('./systems/post-message-json.ts') },
  { name: 'slipring', load: () => import('./systems/slipring.ts') },
]

export function systemNamed(name: string): System {
  const system = systems.find((candidate) => candidate.name === name)
  if (system === undefined) throw new Error(`No system is named ${name}`)
  return system
}
