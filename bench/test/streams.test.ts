import { expect, test } from 'vitest'
import { SYSTEMS, WHOLE, WORKLOADS } from '../src/job/parts.ts'
import { runCellInNode } from '../src/node-cell.ts'
import { PORT, streamSystems } from '../src/streams/systems.ts'

test.each(streamSystems.map(({ name }) => name).filter((name) => !name.includes('256')))(
  '%s brings all values of a stream unchanged',
  async (system) => {
    const baselines = system === PORT ? {} : { 'one way': PORT }
    const task = { suite: 'streams', workload: 'point', parts: ['one way'], windowMs: 20, warmUpMs: 5, baselines }
    const { readings, alters } = await runCellInNode({ ...task, system })
    expect(alters).toBeUndefined()
    expect(readings['one way']!.value).toBeGreaterThan(0)
    expect(readings['one way']!.ratio === null).toBe(system === PORT)
  },
)

test.each(WORKLOADS)('each way to do the job has the same results, %s', async (workload) => {
  const task = { suite: 'job', workload, parts: [WHOLE], windowMs: 20, warmUpMs: 0 }
  const systems = workload === 'one by one' ? SYSTEMS : ['Pool']
  for (const system of systems) {
    const baselines = system === 'Pool' ? { [WHOLE]: 'without threads' } : {}
    const { readings } = await runCellInNode({ ...task, system, baselines })
    expect(readings[WHOLE]!.value).toBeGreaterThan(0)
  }
})
