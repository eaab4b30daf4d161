import { expect, test } from 'vitest'
import { deaths } from './deaths.ts'
import { missing } from '../../../tools/nats-server.ts'

// `npm run prove -- nats-deaths` does it with 100,000.
const FEW = 600
const LIMIT_MS = 120_000

test.skipIf(missing !== undefined)(
  'durable tasks are all done, though servers and NATS are killed',
  { timeout: LIMIT_MS },
  async () => {
    const report = await deaths({ tasks: FEW, durable: true, killEveryMs: 1000 })
    expect(report).toMatchObject({ done: FEW, fulfilled: FEW, wrong: 0, rejected: {}, restarts: 1 })
  },
)

test.skipIf(missing !== undefined)(
  'tasks that are not durable all settle, and none gives a wrong result',
  { timeout: LIMIT_MS },
  async () => {
    const { fulfilled, rejected, wrong, again } = await deaths({ tasks: FEW, durable: false, killEveryMs: 1000 })
    const failed = Object.entries(rejected)
    expect(fulfilled + failed.reduce((sum, [, count]) => sum + count, 0)).toBe(FEW)
    expect(failed.filter(([name]) => !['WorkerDiedError', 'NoServersError'].includes(name))).toEqual([])
    expect([wrong, again]).toEqual([0, 0])
  },
)
