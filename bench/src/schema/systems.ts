/** The systems of the schema suite: one file each. */

import type { CodecSystem } from '../codec/systems.ts'

export const schemaSystems: readonly CodecSystem[] = [
  { name: 'JSON', isLossy: true, load: () => import('./systems/json.ts') },
  { name: 'msgpackr', isLossy: true, load: () => import('../codec/systems/msgpackr.ts') },
  { name: 'cbor-x', isLossy: true, load: () => import('../codec/systems/cbor-x.ts') },
  // Its records are of classes of its own.
  { name: 'avsc', isLossy: true, isNodeOnly: true, load: () => import('./systems/avsc.ts') },
  // Doubles stand for integers beyond 32 bits, which Protocol Buffers' libraries would make objects of.
  { name: 'pbf', isLossy: true, isNodeOnly: true, load: () => import('./systems/pbf.ts') },
  // Its messages are of classes of its own.
  { name: 'protobuf.js', isLossy: true, isNodeOnly: true, load: () => import('./systems/protobufjs.ts') },
  { name: 'protobuf.js static', isLossy: true, isNodeOnly: true, load: () => import('./systems/protobufjs-static.ts') },
  { name: 'bebop', isNodeOnly: true, load: () => import('./systems/bebop.ts') },
  { name: 'flatbuffers', isNodeOnly: true, load: () => import('./systems/flatbuffers.ts') },
  { name: 'sia', isNodeOnly: true, load: () => import('./systems/sia.ts') },
  { name: 'by hand', isNodeOnly: true, load: () => import('./systems/by-hand.ts') },
  { name: 'slipring', load: () => import('./systems/slipring.ts') },
  {
    name: 'slipring in company',
    workloads: ['Ticker', 'Order', 'Book', 'User', 'entity'],
    load: () => import('./systems/slipring-in-company.ts'),
  },
  { name: 'slipring unchecked', load: () => import('./systems/slipring-unchecked.ts') },
  { name: 'slipring, no codegen', load: () => import('./systems/slipring-interpreted.ts') },
]
