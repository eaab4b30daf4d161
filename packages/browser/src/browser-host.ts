/** This thread's answers to `Host`. */

import { canBlock, type Host } from '@slipring/core'
import { MessageChannel, type MessagePort } from './native.ts'

const waiting: (() => void)[] = []
let ticker: MessagePort | undefined

// As they are now: a test may put others in their place later, and messages still come. Where pages are rendered, some may
// be missing.
const { clearTimeout, DOMException, Event, EventTarget, performance, setTimeout } = globalThis
const now = performance?.now

export const browserHost: Host = {
  canBlock: canBlock(),
  wakeBy: 'waitAsync',
  // A server that renders the page and a worklet have no navigator.
  hasOneCore: (globalThis.navigator as Navigator | undefined)?.hardwareConcurrency === 1,
  now: () => now.call(performance),
  // Not setTimeout: browsers stretch a chain of those to 4 ms.
  nextTask: (callback) => {
    ticker ??= makeTicker()
    waiting.push(callback)
    ticker.postMessage(undefined)
  },
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
  reportError: reportAsThrown,
  staysStarted: true,
}

/**
 * As what a listener throws. Of an `Error` the platform's own `reportError` tells where that was made, as a listener's throw
 * does; of a `DOMException` Chromium's leaves out the words.
 */
function reportAsThrown(error: unknown): void {
  if (error instanceof Error && !(error instanceof DOMException)) return globalThis.reportError(error)
  const target = new EventTarget()
  target.addEventListener('error', () => {
    throw error
  })
  target.dispatchEvent(new Event('error'))
}

function makeTicker(): MessagePort {
  const { port1, port2 } = new MessageChannel!()
  port1.onmessage = () => waiting.shift()!()
  return port2
}
