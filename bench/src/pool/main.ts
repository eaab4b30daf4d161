/**
 * `npm run bench:pool`: the pools of Slipring against Piscina and tinypool. Every round opens each pool anew, in turns; the
 * tables show medians over the rounds, and ratios to Piscina as it comes.
 *
 *   --threads 1,2      how many workers
 *   --rounds 5
 *   --ms 300           how long each part of a cell is measured
 *   --filter users     only tasks, or pools, whose name has the text
 */

import { parseArgs } from 'node:util'
import Table from 'cli-table3'
import { describeMachine } from '../machine.ts'
import { median } from '../statistics.ts'
import { POOL_CASES } from './cases.ts'
import { measurePool, type PoolSample } from './measure.ts'
import { POOL_SYSTEMS } from './systems.ts'

const { values } = parseArgs({
  options: {
    threads: { type: 'string', default: '1,2' },
    rounds: { type: 'string', default: '5' },
    ms: { type: 'string', default: '300' },
    filter: { type: 'string', default: '' },
  },
})
const rounds = Number(values.rounds)
const chosenCases = POOL_CASES.filter(({ name }) => name.includes(values.filter))
const cases = chosenCases.length === 0 ? POOL_CASES : chosenCases
const chosenSystems = POOL_SYSTEMS.filter(({ name }, index) => index === 0 || name.includes(values.filter))
const systems = chosenCases.length === 0 ? chosenSystems : POOL_SYSTEMS

const machine = describeMachine()
console.log(
  `${machine.cpu}, ${machine.cores} cores, load ${machine.loadAverage.toFixed(2)}, Node ${process.versions.node}`,
)
for (const threads of values.threads.split(',').map(Number)) {
  for (const kind of cases) {
    const samples = systems.map(() => [] as PoolSample[])
    for (let round = 0; round < rounds; round++)
      for (const [index, system] of systems.entries())
        samples[index]!.push(await measurePool(system, kind, threads, Number(values.ms)))
    console.log(`\n${kind.name}, ${threads === 1 ? '1 worker' : `${threads} workers`}`)
    showTable(samples)
  }
}

function showTable(samples: readonly PoolSample[][]): void {
  const table = new Table({
    head: ['pool', 'p50 µs', 'ratio', 'p99 µs', 'tasks/s at 100', 'ratio', 'CPU µs a task', 'idle'],
    colAligns: ['left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    style: { head: [], border: [], compact: true },
  })
  const [first] = samples
  for (const [index, rows] of samples.entries()) {
    table.push([
      systems[index]!.name,
      medianOf(rows, 'p50').toFixed(1),
      `${(medianOf(first!, 'p50') / medianOf(rows, 'p50')).toFixed(1)}x`,
      medianOf(rows, 'p99').toFixed(0),
      Math.round(medianOf(rows, 'perSecond')).toLocaleString('en'),
      `${(medianOf(rows, 'perSecond') / medianOf(first!, 'perSecond')).toFixed(1)}x`,
      medianOf(rows, 'cpuMicros').toFixed(1),
      `${(medianOf(rows, 'idle') * 100).toFixed(1)} %`,
    ])
  }
  console.log(table.toString())
}

function medianOf(rows: readonly PoolSample[], key: keyof PoolSample): number {
  return median(rows.map((row) => row[key]))
}
