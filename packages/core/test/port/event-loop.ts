/** The event loop of the test's own thread, as what a host says of one. */

import type { Host } from '../../src/host.ts'

export const eventLoop: Pick<Host, 'now' | 'nextTask' | 'later'> = {
  now: () => performance.now(),
  nextTask: (callback) => void setImmediate(callback),
  later: (callback, ms) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** The host of a thread that may block, and where nothing may fail. */
export const threadHost: Host = {
  canBlock: true,
  wakeBy: 'port',
  ...eventLoop,
  reportError: (error) => {
    throw error
  },
}
