/**
 * How the other side learns that a worker is gone, though no event says so: the worker holds a Web Lock for as long as its
 * port is open, and who waits for that lock gets it when the worker ends, in whatever way. Chromium takes up to two seconds
 * for one that is busy. One that ends in its first moments, before it has the lock, goes unnoticed.
 */

import type { BrowserPort } from './browser-port.ts'

/** What is posted shortly before a worker ends is on its way when its lock is free. */
const GRACE_MS = 100

/** In the worker. `onHeld` is the moment from which the other side may wait. */
export function holdLock(name: string, port: BrowserPort, onHeld: () => void): void {
  const held = navigator.locks?.request(name, () => {
    onHeld()
    return port.closed
  })
  held?.catch(reportFailure)
}

/** On the other side: ends the port when the worker has ended. */
export function awaitLock(name: string, port: BrowserPort): void {
  const waiting = new AbortController()
  void port.closed.then(() => waiting.abort())
  const granted = navigator.locks?.request(name, { signal: waiting.signal }, () => {
    setTimeout(() => port.endOfPeer(), GRACE_MS)
  })
  granted?.catch(reportFailure)
}

/** Without its lock a worker can end unnoticed, which nobody else would ever say. */
function reportFailure(error: unknown): void {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  // It was no longer waited for; or this origin, an opaque one, has no locks, just as where there is no such interface.
  if (name !== 'AbortError' && name !== 'SecurityError') reportError(error)
}
