/**
 * Tells the other side that a thread is gone, though no event says so. The thread holds a Web Lock for as long as its port is
 * open. The other side waits for that lock, and gets it when the thread ends in any way. For a busy thread Chromium takes up to
 * two seconds.
 *
 * A thread that ends before it has the lock goes unnoticed. So does one that blocks before it has the lock: the platform gives
 * the lock, and lets the thread say so, in a later task.
 */

import { browserHost } from './browser-host.ts'
import type { BrowserPort } from './browser-port.ts'

/**
 * Messages that a thread posted before it ended may still be on their way when its lock is free. Firefox delivers native
 * messages one by one, and timers before them. All are here when none has come for this long.
 */
const GRACE_MS = 100
/** The maker of a channel has this long to say that it is there. After that its locks are not those of the other side. */
const APART_MS = 5000
/** No browser lets a worker that is terminated run for this long. */
const TERMINATED_MS = 5000

/** A native message to the other side: the sender holds the lock of this name. The other side may wait for it from then on. */
export interface Alive {
  readonly slipringAlive: string
  /** It has seen a lock of the other side, so both see the same locks. */
  readonly seesOther?: boolean
  /** Neither side sees locks of the other. */
  readonly areApart?: boolean
}

export function isAlive(message: unknown): message is Alive {
  return typeof message === 'object' && message !== null && 'slipringAlive' in message
}

/** The lane to the thread that is waited for. */
export interface Mortal {
  /** How many native messages have come. */
  readonly received: number
  /** The thread has ended, and nothing more will come. */
  end(): void
}

/** Until the port ends. `tell` posts to the other side, which may hold a lock `ofOther`. */
export function holdLock(name: string, port: BrowserPort, tell: (alive: Alive) => void, ofOther?: string): void {
  const manager = locks()
  const held = manager?.request(name, async () => {
    const seesOther = ofOther !== undefined && (await isHeld(manager, ofOther))
    tell({ slipringAlive: name, seesOther })
    return port.closed
  })
  held?.catch(reportFailure)
}

/** On the other side, until the port ends: ends the lane when the thread has ended. */
export async function awaitLock(
  { slipringAlive: name, seesOther }: Alive,
  port: BrowserPort,
  lane: Mortal,
): Promise<void> {
  const manager = locks()
  // A worklet may have no AbortController either.
  if (manager === undefined) return
  const waiting = new AbortController()
  void port.closed.then(() => waiting.abort())
  try {
    // Locks of another origin, or of another part of one that is partitioned, are apart: here the name is free, as if the
    // thread were gone. Where they are not, it is: the thread has ended before this was read.
    if (seesOther !== true && !(await isHeld(manager, name))) return
    await manager.request(name, { signal: waiting.signal }, () => endWhenQuiet(lane))
  } catch (error) {
    reportFailure(error)
  }
}

/** Calls back when a worker that is being terminated has ended; `alive`: what it has said of its lock, if it came so far. */
export function afterDeath(alive: Alive | undefined, callback: () => void): void {
  const manager = locks()
  if (alive === undefined || manager === undefined) browserHost.later(callback, TERMINATED_MS, true)
  else manager.request(alive.slipringAlive, callback).catch(reportFailure)
}

/**
 * The same where both sides share memory, and most likely locks: a name that is free is that of a maker who has ended before
 * its offer was opened. But not where a page is in a frame of its own origin that is in another partition of its storage: there
 * the maker, who sees no lock of the other side either, says so by `tell`.
 */
export function awaitSharedLock(
  port: BrowserPort,
  lane: Mortal,
  tell: ((alive: Pick<Alive, 'areApart'>) => void) | undefined,
): (alive: Alive) => Promise<void> {
  let areApart = false
  return async ({ slipringAlive, seesOther, ...alive }) => {
    areApart ||= alive.areApart === true
    const manager = locks()
    if (areApart || manager === undefined) return
    try {
      const isShared = seesOther === true || (await isHeld(manager, slipringAlive))
      if (isShared) return await awaitLock({ slipringAlive, seesOther: true }, port, lane)
    } catch (error) {
      return reportFailure(error)
    }
    if (tell !== undefined) return tell({ areApart: true })
    const forget = browserHost.later(() => areApart || endWhenQuiet(lane), APART_MS)
    void port.closed.then(forget)
  }
}

async function isHeld(manager: LockManager, name: string): Promise<boolean> {
  const { held = [] } = await manager.query()
  return held.some((lock) => lock.name === name)
}

function endWhenQuiet(lane: Mortal): void {
  const { received } = lane
  const look = (): void => (lane.received === received ? lane.end() : endWhenQuiet(lane))
  // In a task of its own: after a task that took long, the timer is due before the messages that came meanwhile.
  browserHost.later(() => browserHost.nextTask(look), GRACE_MS)
}

// A worklet and a server that renders the page have no navigator.
function locks(): LockManager | undefined {
  return (globalThis.navigator as Navigator | undefined)?.locks
}

/**
 * It was no longer waited for; or this origin, an opaque one, has no locks (in the words of Chromium and of Firefox), just as
 * where there is no such interface; or the document is gone.
 */
const UNREPORTED = new Set(['AbortError', 'SecurityError', 'NotSupportedError', 'InvalidStateError'])

/** Without its lock a thread can end unnoticed, which nobody else would ever say. */
function reportFailure(error: unknown): void {
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (!UNREPORTED.has(name)) reportError(error)
}
