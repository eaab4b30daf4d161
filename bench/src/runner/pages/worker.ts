/** The thread of a case in a browser: it is bundled with its file, once as it is and once as the baseline's copy. */

import { PEER } from '../peer-browser.ts'
import { type PeerTask, runPeer } from '../peer.ts'
import { runCase } from '../case-run.ts'
import type { Answer, CaseTask } from '../case-task.ts'
import { failedAnswer } from '../reason.ts'

// The clock of a browser makes steps of up to 20 µs.
const SAMPLE_NANOS = 400_000

interface MessageLike {
  readonly data: unknown
  readonly ports: readonly unknown[]
  stopImmediatePropagation(): void
}

interface ErrorLike {
  readonly error: unknown
  preventDefault(): void
}

interface RejectionLike {
  readonly reason: unknown
  preventDefault(): void
}

interface WorkerScope {
  readonly name: string
  postMessage(message: unknown): void
  addEventListener(event: 'message', handler: (event: MessageLike) => void): void
  addEventListener(event: 'error', handler: (event: ErrorLike) => void): void
  addEventListener(event: 'unhandledrejection', handler: (event: RejectionLike) => void): void
  removeEventListener(event: 'message', handler: (event: MessageLike) => void): void
  dispatchEvent(event: unknown): boolean
  reportError(error: unknown): void
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
  const answer = (message: Answer): void => scope.postMessage(message)
  const begin = (task: unknown): Promise<void> =>
    scope.name === PEER
      ? runPeer(task as PeerTask, load)
      : runCase(task as CaseTask, {
          clock: { cpuMicros: () => null, sampleNanos: SAMPLE_NANOS },
          load,
          answer,
        })
  // As in Node: a rejection that nobody handles is an error of the thread.
  scope.addEventListener('unhandledrejection', (event) => {
    event.preventDefault()
    if (scope.name === PEER) scope.reportError(event.reason)
    else answer(failedAnswer(event.reason))
  })
  if (scope.name !== PEER)
    scope.addEventListener('error', (event) => {
      // The creator would get the message alone, without the stack.
      event.preventDefault()
      answer(failedAnswer(event.error))
    })
  // Messages that come before the other half listens are kept for it.
  scope.addEventListener('message', take)
}
