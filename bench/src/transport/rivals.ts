/** The transport-rivals suite: as transport, with other ways that programs have. */

import type { Suite } from '../suite.ts'
import { KINDS } from './carries.ts'
import { transportSuite } from './suite.ts'
import { rivalTransports } from './systems.ts'

const beside = transportSuite.systems.filter(({ name }) => ['postMessage', 'slipring'].includes(name))

export const transportRivalsSuite: Suite = {
  ...transportSuite,
  name: 'transport-rivals',
  groups: [
    ...transportSuite.groups,
    {
      repeats: 1,
      parts: [{ name: 'carries', unit: 'kinds', better: 'more', baseline: 'postMessage', hasNoRatio: true }],
    },
  ],
  systems: [...beside, ...rivalTransports, { name: 'slipring blocking', isNodeOnly: true }],
  workloads: ['tiny', 'User', 'Book', 'bytes 64K'],
  quickWorkloads: ['tiny', 'User'],
  method: `transfer: bytes only; a copy of them is transferred, so the sender keeps its own. BroadcastChannel: no transfer, one name for each line.
receiveMessageOnPort, sync-message-port, synckit, ringbuf.js, slipring blocking: both threads block for each other, with one message in
flight. ringbuf.js: it carries bytes and knows neither messages nor sleep, so a length, JSON for all that is no bytes, and a word on
which its worker sleeps are added. thread-stream: text to a worker, one line of JSON a message; answers are events of its worker.
birpc, tinypool, multithreading: calls, which cannot send by themselves. coincident: calls, for browsers only; from its worker each call
blocks. carries: how many of ${KINDS.length} kinds of values come back as they were; what becomes of the others is told below the table.
As in the suite transport: ${transportSuite.method}`,
}
