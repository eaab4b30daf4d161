/**
 * What ports do, by `node:diagnostics_channel`:
 *
 *   slipring:port:open      { port }                  made
 *   slipring:port:close     { port, closure, stats }  ended
 *   slipring:port:post      { port, value }           a message was sent
 *   slipring:port:receive   { port, value }           a message was delivered, or taken
 *
 * Messages are told of on ports that were made while somebody had subscribed to either of the last two.
 */

import { channel } from 'node:diagnostics_channel'
import type { Port, PortTrace } from '@slipring/core'

const opened = channel('slipring:port:open')
const closed = channel('slipring:port:close')
const posted = channel('slipring:port:post')
const received = channel('slipring:port:receive')

const trace: PortTrace = {
  posted: (port, value) => {
    if (posted.hasSubscribers) posted.publish({ port, value })
  },
  received: (port, value) => {
    if (received.hasSubscribers) received.publish({ port, value })
  },
}

/** For a port that is made now; undefined while nobody asks, so that messages cost nothing more. */
export function currentTrace(): PortTrace | undefined {
  return posted.hasSubscribers || received.hasSubscribers ? trace : undefined
}

/** Tells of a new port, and later of its end. */
export function tellOf(port: Port): void {
  if (opened.hasSubscribers) opened.publish({ port })
  void port.closed.then((closure) => {
    if (closed.hasSubscribers) closed.publish({ port, closure, stats: port.stats() })
  })
}
