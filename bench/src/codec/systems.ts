/** The systems of the codec suite: one file each. */

import type { CodecModule } from './codec.ts'

export interface CodecSystem {
  readonly name: string
  /** It cannot carry everything structured clone carries: a value that comes back different is marked, not refused. */
  readonly isLossy?: true
  readonly isNodeOnly?: true
  /** The only workloads it is for; default: all. */
  readonly workloads?: readonly string[]
  /** Why it does not run here. */
  readonly cannot?: string
  readonly load?: () => Promise<CodecModule>
}

export const codecSystems: readonly CodecSystem[] = [
  { name: 'structuredClone', load: () => import('./systems/structured-clone.ts') },
  { name: 'JSON', isLossy: true, load: () => import('./systems/json.ts') },
  { name: 'v8.serialize', isNodeOnly: true, load: () => import('./systems/v8-serialize.ts') },
  { name: 'msgpackr', isLossy: true, load: () => import('./systems/msgpackr.ts') },
  { name: 'msgpackr clone', isLossy: true, load: () => import('./systems/msgpackr-clone.ts') },
  { name: 'cbor-x', isLossy: true, load: () => import('./systems/cbor-x.ts') },
  { name: 'cbor-x clone', isLossy: true, load: () => import('./systems/cbor-x-clone.ts') },
  { name: 'slipring', load: () => import('./systems/slipring.ts') },
  { name: 'slipring alone', load: () => import('./systems/slipring-alone.ts') },
]
