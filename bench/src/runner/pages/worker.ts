/** The thread of a case in a browser: it is bundled with its file, once as it is and once as the baseline's copy. */

import { PEER } from '../peer-browser.ts'
import { type PeerTask, runPeer } from '../peer.ts'
import { runCase } from '../case-run.ts'
import type { Answer, CaseTask } from '../case-task.ts'

// The clock of a browser makes steps of up to 20 µs.
const SAMPLE_NANOS = 400_000

interface MessageLike {
  readonly data: unknown
  readonly ports: readonly unknown[]
  stopImmediatePropagation(): void
}

interface WorkerScope {
  readonly name: string
  postMessage(message: unknown): void
  addEventListener(event: 'message', handler: (event: MessageLike) => void): void
  removeEventListener(event: 'message', handler: (event: MessageLike) => void): void
  dispatchEvent(event: unknown): boolean
}

declare const MessageEvent: new (type: string, init: Pick<MessageLike, 'data' | 'ports'>) => unknown

const scope = globalThis as unknown as WorkerScope

/** `load`: imports the file by the address that its task has. */
export function serve(load: (file: string) => Promise<unknown>): void {
  const early: MessageLike[] = []
  let isBegun = false
  const take = (event: MessageLike): void => {
    event.stopImmediatePropagation()
    if (isBegun) return void early.push(event)
    isBegun = true
    void begin(event.data).then(() => {
      scope.removeEventListener('message', take)
      for (const { data, ports } of early) scope.dispatchEvent(new MessageEvent('message', { data, ports }))
    })
  }
  const begin = (task: unknown): Promise<void> =>
    scope.name === PEER
      ? runPeer(task as PeerTask, load)
      : runCase(task as CaseTask, {
          clock: { cpuMicros: () => null, collectGarbage: () => {}, sampleNanos: SAMPLE_NANOS },
          load,
          answer: (message: Answer) => scope.postMessage(message),
        })
  // Messages that come before the other half listens are kept for it.
  scope.addEventListener('message', take)
}
