/** Ports and workers that a test opens, closed after it. */

import { attach, createChannel, type NodePort } from '@slipring/worker'
import { afterEach } from 'vitest'

const open: { close?(): void; terminate?(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await (one.terminate?.() ?? one.close?.())
})

export function closeAfterTest(...opened: typeof open): void {
  open.push(...opened)
}

/** Both ends of a channel, in this thread. */
export function pair(options: Parameters<typeof createChannel>[0] = {}): [NodePort, NodePort] {
  const { port, offer } = createChannel(options)
  const other = attach(offer, options)
  closeAfterTest(port, other)
  return [port, other]
}
