/** The systems of the transport suite: one file each. */

import type { Transport } from './transport.ts'

export interface TransportSystem {
  readonly name: string
  /** It cannot carry everything structured clone carries: a value that comes back different is marked, not refused. */
  readonly isLossy?: true
  readonly isNodeOnly?: true
  /** In Node its row says so. */
  readonly isBrowserOnly?: true
  /** A message is a call: nothing comes but answers. */
  readonly isOfCalls?: true
  /** The only workloads it is for; default: all. */
  readonly workloads?: readonly string[]
  /** Only in suites that name it. */
  readonly isApart?: true
  readonly load: () => Promise<{ transport: Transport }>
}

/** Those with a schema of which a program might look at a part. */
const TYPED = ['Ticker', 'Book', 'tick 1000']
const BYTES = ['bytes 64K', 'bytes 1M']

export const transportSystems: readonly TransportSystem[] = [
  { name: 'postMessage', load: () => import('./systems/post-message.ts') },
  { name: 'JSON', isLossy: true, load: () => import('./systems/json.ts') },
  { name: 'msgpackr', isLossy: true, load: () => import('./systems/msgpackr.ts') },
  { name: 'Comlink', isOfCalls: true, load: () => import('./systems/comlink.ts') },
  { name: 'Piscina', isNodeOnly: true, isOfCalls: true, load: () => import('./systems/piscina.ts') },
  { name: 'slipring', load: () => import('./systems/slipring.ts') },
  {
    name: 'slipring receiveInto',
    workloads: BYTES,
    load: () => import('./systems/slipring-receive-into.ts'),
  },
  { name: 'slipring lease', workloads: BYTES, load: () => import('./systems/slipring-lease.ts') },
  { name: 'slipring lease filled', workloads: BYTES, load: () => import('./systems/slipring-lease-filled.ts') },
  { name: 'slipring typed', workloads: TYPED, load: () => import('./systems/slipring-typed.ts') },
  { name: 'slipring typed view', workloads: [...TYPED, ...BYTES], load: () => import('./systems/slipring-view.ts') },
  { name: 'slipring blocking', isNodeOnly: true, isApart: true, load: () => import('./systems/slipring-blocking.ts') },
]

/** Further ways, in a suite of their own. */
export const rivalTransports: readonly TransportSystem[] = [
  { name: 'transfer', workloads: BYTES, load: () => import('./systems/transfer.ts') },
  { name: 'BroadcastChannel', isNodeOnly: true, load: () => import('./systems/broadcast-channel.ts') },
  { name: 'birpc', isOfCalls: true, load: () => import('./systems/birpc.ts') },
  { name: 'tinypool', isNodeOnly: true, isOfCalls: true, load: () => import('./systems/tinypool.ts') },
  {
    name: 'receiveMessageOnPort',
    isNodeOnly: true,
    isApart: true,
    load: () => import('./systems/receive-message-on-port.ts'),
  },
  { name: 'sync-message-port', isNodeOnly: true, isApart: true, load: () => import('./systems/sync-message-port.ts') },
  { name: 'synckit', isNodeOnly: true, isApart: true, load: () => import('./systems/synckit.ts') },
  { name: 'ringbuf.js', isLossy: true, isNodeOnly: true, isApart: true, load: () => import('./systems/ringbuf.ts') },
  {
    name: 'thread-stream',
    isLossy: true,
    // Of texts. 64 KiB of bytes are 900 KB of JSON, and then it stands still.
    workloads: ['tiny', 'User', 'Book'],
    isNodeOnly: true,
    isOfCalls: true,
    load: () => import('./systems/thread-stream.ts'),
  },
  { name: 'multithreading', isNodeOnly: true, isOfCalls: true, load: () => import('./systems/multithreading.ts') },
  { name: 'coincident', isBrowserOnly: true, load: () => import('./systems/coincident.ts') },
]

export function transportNamed(name: string): TransportSystem {
  const system = [...transportSystems, ...rivalTransports].find((candidate) => candidate.name === name)
  if (system === undefined) throw new Error(`No transport is named ${name}`)
  return system
}
