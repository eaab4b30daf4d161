/** Threads of a page, as the state suite needs them. Node's twin of this file is ./threads-node.ts. */

import type { Inbox, ThreadMicros } from './threads.ts'

export { attach, createChannel, receiveMessageOnPort } from '@slipring/browser'

declare global {
  // The ruler's own function, exposed to the page.
  var rulerThreadMicros: () => Promise<ThreadMicros | null>
}

const NativeChannel: typeof globalThis.MessageChannel = globalThis.MessageChannel

export { NativeChannel as MessageChannel }

/** The thread that computes. */
export function startWriter(): Worker {
  return new Worker('/state-worker.js', { type: 'module' })
}

/** The messages of a native port. Chromium reads a message when its `data` is asked for, Firefox before the event. */
export function inboxOf(port: MessagePort): Inbox {
  let newest: { message: unknown } | undefined
  let ms = 0
  port.onmessage = (event) => {
    const before = performance.now()
    newest = { message: event.data }
    ms += performance.now() - before
  }
  return {
    take() {
      const taken = newest
      newest = undefined
      return taken
    },
    outsideMicros() {
      const micros = ms * 1000
      ms = 0
      return micros
    },
  }
}

/** Processor time of both threads so far, in microseconds; null where the system does not tell. */
export function threadMicros(): Promise<ThreadMicros | null> {
  return globalThis.rulerThreadMicros()
}

/** The page asks for it from outside. */
export function writerMicros(): number {
  return 0
}

/** Bytes of the objects and buffers of this thread; undefined where nobody tells. */
export function usedBytes(): number | undefined {
  return (performance as { memory?: { usedJSHeapSize: number } }).memory?.usedJSHeapSize
}
