/** Ways to have a task done by another process through NATS. Their modules are loaded when one is opened. */

import type { PoolSystem } from '../pool/pool.ts'
import { whyNoServer } from './server.ts'

export const natsSystems: readonly PoolSystem[] = [
  byRequests('JSON'),
  byRequests('msgpackr'),
  byPool('remotePool', false),
  byPool('remotePool, durable', true),
]

function byRequests(format: 'JSON' | 'msgpackr'): PoolSystem {
  return {
    name: `NATS, ${format}`,
    whyNot: whyNoServer,
    open: async () => {
      const { openRequests } = await import('./requests.ts')
      return openRequests(format)
    },
  }
}

function byPool(name: string, durable: boolean): PoolSystem {
  return {
    name,
    whyNot: whyNoServer,
    open: async (threads) => {
      const { openRemotePool } = await import('./remote-pool.ts')
      return openRemotePool(threads, durable)
    },
  }
}
