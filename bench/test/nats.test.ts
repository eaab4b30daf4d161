import { expect, test } from 'vitest'
import { natsSuite } from '../src/nats/suite.ts'
import { natsSystems } from '../src/nats/systems.ts'
import { whyNoServer } from '../src/nats/server.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { poolPart } from '../src/pool/parts.ts'

const parts = [poolPart('alone', 1), poolPart('many', 1)]

test.each(natsSystems.map(({ name }) => name))(
  '%s does tasks, or says that there is no nats-server',
  async (system) => {
    const task = { suite: 'nats', workload: 'small object', parts, windowMs: 20, warmUpMs: 5, baselines: {}, system }
    const { readings, isLossy, cannot } = await runCellInNode(task)
    expect(cannot).toBe(whyNoServer())
    if (cannot !== undefined) return
    expect(isLossy).toBe(false)
    expect(readings[parts[0]!]!.p99).toBeGreaterThanOrEqual(readings[parts[0]!]!.p50!)
    expect(readings[parts[1]!]!.count).toBeGreaterThan(0)
  },
)

test('its baseline is one of its systems', () => {
  const names = natsSuite.systems.map(({ name }) => name)
  for (const { baseline } of natsSuite.groups[0]!.parts) expect(names).toContain(baseline)
})
