/**
 * `npm run prove -- nats-deaths`: 100,000 durable tasks over three processes, of which one is killed every two seconds; NATS is
 * killed once. Each task must be done at least once and give its result. Then 20,000 that are not durable: each must settle.
 *
 *   --tasks 100000   how many durable tasks
 *   --direct 20000   how many that are not
 */

import { parseArgs } from 'node:util'
import { deaths, type DeathsReport } from './deaths.ts'
import { missing } from '../../../tools/nats-server.ts'

const KILL_EVERY_MS = 2000
const SPARES = 3

const { values } = parseArgs({
  options: { tasks: { type: 'string', default: '100000' }, direct: { type: 'string', default: '20000' } },
})
if (missing !== undefined) process.exit(2)

const run = async (tasks: number, durable: boolean): Promise<DeathsReport> => {
  let shown = 0
  const onProgress = (settled: number): void => {
    const percent = Math.floor((settled / tasks) * 100)
    if (percent >= shown + 10) console.log(`${(shown = percent)} % of ${tasks} ${durable ? 'durable tasks' : 'tasks'}`)
  }
  const report = await deaths({ tasks, durable, killEveryMs: KILL_EVERY_MS, spares: SPARES, onProgress })
  console.log(report)
  return report
}

const durable = Number(values.tasks)
const { done, fulfilled } = await run(durable, true)
const direct = Number(values.direct)
const { rejected, wrong, fulfilled: answered } = await run(direct, false)
const settled = answered + Object.values(rejected).reduce((sum, count) => sum + count, 0)
const isProved = done === durable && fulfilled === durable && settled === direct && wrong === 0
console.log(isProved ? 'Every durable task was done, and every call settled' : 'NOT PROVED')
process.exitCode = isProved ? 0 : 1
