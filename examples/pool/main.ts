/**
 * A pool at work: `node examples/pool/main.ts`.
 *
 * Aggregates 200,000 flights, filters 3,201 movies and renders 1,707 earthquakes, on Piscina, on the pool of Slipring with its face, and
 * on that pool by turns. Checks that the reports are equal, and prints one of them and how long each pool took.
 *
 *   --system pool,piscina   which pools
 *   --rounds 5              how often each does the job
 *   --threads 2             how many workers
 *   --out earthquakes.svg   where to write the map
 */

import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import Table from 'cli-table3'
import { type Report, runJob, TASKS } from './job.ts'
import { SYSTEMS } from './systems.ts'

const { values } = parseArgs({
  options: {
    system: { type: 'string', default: SYSTEMS.map(({ name }) => name).join(',') },
    rounds: { type: 'string', default: '5' },
    threads: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string' },
  },
})
const names = values.system.split(',')
const systems = SYSTEMS.filter(({ name }) => names.includes(name))
const unknown = names.filter((name) => !SYSTEMS.some((system) => system.name === name))
if (unknown.length > 0) {
  console.error(`Unknown system ${unknown.join(', ')}: use ${SYSTEMS.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const rounds = Number(values.rounds)
const threads = Number(values.threads)

let expected: Report | undefined
const times = new Map(systems.map(({ name }) => [name, [] as number[]]))
const bar = new SingleBar({ format: '{bar} {percentage}% {label}', clearOnComplete: true, hideCursor: true })
const hasBar = process.stderr.isTTY
if (hasBar) bar.start(rounds * systems.length * TASKS, 0, { label: '' })
const pools = systems.map(({ name, open }) => ({ name, ...open(threads) }))
// The first round is not measured: threads start, and code is compiled.
for (let round = 0; round <= rounds; round++) {
  for (const { name, run } of pools) {
    const since = performance.now()
    const onDone = hasBar && round > 0 ? () => bar.increment({ label: name }) : () => {}
    const report = await runJob(run, onDone)
    if (round > 0) times.get(name)!.push(performance.now() - since)
    expected ??= report
    if (!isDeepStrictEqual(report, expected)) throw new Error(`The report of ${name} differs`)
  }
}
await Promise.all(pools.map(({ close }) => close()))
bar.stop()

showReport(expected!)
showTimes()
if (values.out !== undefined) writeFileSync(values.out, expected!.map)

function showReport({ bands, best }: Report): void {
  const delays = new Table({ head: ['Miles', 'Flights', 'Late', 'Minutes late'], style: { head: [] } })
  for (const [miles, { flights, late, minutes }] of bands) {
    const share = `${((late / flights) * 100).toFixed(1)} %`
    delays.push([`from ${miles}`, flights.toLocaleString('en'), share, (minutes / Math.max(1, late)).toFixed(0)])
  }
  console.log(delays.toString())
  for (const { title, genre, rating } of best) console.log(`${rating}  ${title} (${genre})`)
}

function showTimes(): void {
  const table = new Table({
    head: ['Pool', `${TASKS.toLocaleString('en')} tasks`, 'tasks/s', 'as fast as the first'],
    style: { head: [] },
  })
  const first = medianOf(times.get(systems[0]!.name)!)
  for (const [name, taken] of times) {
    const ms = medianOf(taken)
    const perSecond = Math.round(TASKS / (ms / 1000)).toLocaleString('en')
    table.push([name, `${ms.toFixed(0)} ms`, perSecond, `${(first / ms).toFixed(2)}x`])
  }
  console.log(table.toString())
  console.log(`${threads} workers, median of ${rounds} rounds, equal reports`)
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
