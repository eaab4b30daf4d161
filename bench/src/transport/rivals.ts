/** The transport-rivals suite: as transport, with other ways that programs have. */

import type { Suite } from '../suite.ts'
import { transportSuite } from './suite.ts'
import { rivalTransports } from './systems.ts'

const beside = transportSuite.systems.filter(({ name }) => ['postMessage', 'slipring'].includes(name))

export const transportRivalsSuite: Suite = {
  ...transportSuite,
  name: 'transport-rivals',
  systems: [
    ...beside,
    ...rivalTransports.map(({ name }) => ({ name, isNodeOnly: true as const })),
    { name: 'slipring blocking', isNodeOnly: true },
  ],
  workloads: ['tiny', 'User', 'Book', 'bytes 64K'],
  quickWorkloads: ['User'],
  method: `transfer: bytes only; a copy of them is transferred, so the sender keeps its own. BroadcastChannel: no transfer, one name for each line.
receiveMessageOnPort, synckit, slipring blocking: both threads block for each other, with one message in flight. birpc, tinypool: calls,
which cannot send by themselves. As in the suite transport: ${transportSuite.method}`,
}
