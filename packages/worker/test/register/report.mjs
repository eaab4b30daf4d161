// @ts-nocheck: it is run as it stands.
/** Prints for the programs here, a line of JSON each. */

import { subscribe } from 'node:diagnostics_channel'

const ports = []
subscribe('slipring:port:open', ({ port }) => ports.push(port))

export function print(...values) {
  process.stdout.write(`${JSON.stringify(values)}\n`)
}

/** How many messages this thread has sent by rings; none without us. */
export function printRingMessages() {
  const sent = ports
    .map((port) => port.stats())
    .reduce((sum, { messagesSent, spills }) => sum + messagesSent - spills, 0)
  print('ring', sent)
}

/** As the pools report it: what a task throws. */
export async function outcome(promise) {
  try {
    return { value: await promise }
  } catch (error) {
    return { error: error.message, name: error.name }
  }
}
