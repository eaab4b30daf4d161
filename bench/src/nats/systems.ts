/** Ways to have a task done by another process through NATS. Their modules are loaded when one is opened. */

import type { PoolSystem } from '../pool/pool.ts'
import { whyNoServer } from './server.ts'

export const natsSystems: readonly PoolSystem[] = [
  byRequests('JSON'),
  byRequests('msgpackr'),
  byRequests('msgpackr', 'pool'),
  byPool('remotePool', false),
  byPool('remotePool, durable', true),
]

function byRequests(format: 'JSON' | 'msgpackr', ...behind: 'pool'[]): PoolSystem {
  return {
    name: ['NATS', format, ...behind].join(', '),
    whyNot: whyNoServer,
    open: async () => {
      const { openRequests } = await import('./requests.ts')
      return openRequests(format, ...behind)
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
