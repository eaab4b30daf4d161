/**
 * The events of ports, by `node:diagnostics_channel`:
 *
 *   slipring:port:open      { port }                  made
 *   slipring:port:close     { port, closure, stats }  ended
 *   slipring:port:post      { port, value, channel }  a message was sent; with `channel` a record of that typed channel
 *   slipring:port:receive   { port, value, channel }  a message or record was delivered, or taken; where a listener gets a
 *                                                     view of a record it is `value`, and ends when the listener returns
 *
 * Messages are told of on ports that were made while somebody had subscribed to either of the last two.
 */

import { channel } from 'node:diagnostics_channel'
import type { Port, PortTrace } from '@slipring/core'
import { requireWorkerThreads } from './needs-node.ts'

// This module is the first that uses one of Node's.
requireWorkerThreads()

const opened = channel('slipring:port:open')
const closed = channel('slipring:port:close')
const posted = channel('slipring:port:post')
const received = channel('slipring:port:receive')

const trace: PortTrace = {
  posted: (port, value, _since, typedChannel) => {
    if (posted.hasSubscribers) posted.publish({ port, value, channel: typedChannel })
  },
  received: (port, value, typedChannel) => {
    if (received.hasSubscribers) received.publish({ port, value, channel: typedChannel })
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
