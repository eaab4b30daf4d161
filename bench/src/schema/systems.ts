/** The systems of the schema suite: one file each. */

import type { CodecSystem } from '../codec/systems.ts'

export const schemaSystems: readonly CodecSystem[] = [
  { name: 'JSON', isLossy: true, load: () => import('./systems/json.ts') },
  { name: 'msgpackr', isLossy: true, load: () => import('../codec/systems/msgpackr.ts') },
  { name: 'cbor-x', isLossy: true, load: () => import('../codec/systems/cbor-x.ts') },
  // Its records are of classes of its own.
  { name: 'avsc', isLossy: true, isNodeOnly: true, load: () => import('./systems/avsc.ts') },
  // Its integers beyond 32 bits are objects, so doubles stand for them; its messages are of classes of its own.
  { name: 'protobuf.js', isLossy: true, isNodeOnly: true, load: () => import('./systems/protobufjs.ts') },
  { name: 'slipring', load: () => import('./systems/slipring.ts') },
  { name: 'slipring unchecked', load: () => import('./systems/slipring-unchecked.ts') },
  { name: 'slipring, no codegen', load: () => import('./systems/slipring-interpreted.ts') },
]
