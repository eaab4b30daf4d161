/**
 * A pool at work: `npm run example -- pool`.
 *
 * Aggregates 200,000 flights, filters 3,201 movies and renders 1,707 earthquakes. Four pools do it by turns: Piscina, Piscina in a
 * process with `--import @slipring/worker/register`, the pool of Slipring with the face of Piscina, and that pool itself. Checks that
 * the reports are equal, and prints one of them and how long each pool took. Then a worker parses the file of the flights, and the
 * program leaves the stream of its rows in the middle. At last it hashes documents, one a task and a hundred a task.
 *
 *   --system pool,piscina   which pools
 *   --rounds 20             how often each does the job
 *   --threads 2             how many workers
 *   --out earthquakes.svg   where to write the map
 */

import { writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { isDeepStrictEqual, parseArgs } from 'node:util'
import { SingleBar } from 'cli-progress'
import Table from 'cli-table3'
import { type Hashed, hashDocuments } from './documents.ts'
import { type Report, TASKS } from './job.ts'
import { findLatest, type Latest } from './latest.ts'
import { type System, SYSTEMS, systemNamed } from './systems.ts'

const { values } = parseArgs({
  // The name of the example.
  allowPositionals: true,
  options: {
    system: { type: 'string', default: SYSTEMS.map(({ name }) => name).join(',') },
    rounds: { type: 'string', default: '20' },
    threads: { type: 'string', default: String(availableParallelism()) },
    out: { type: 'string' },
  },
})
const systems = chosen(values.system.split(','))
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
  for (const { name, round: runRound } of pools) {
    const { report, ms } = await runRound(
      hasBar && round > 0 ? (tasks) => bar.increment(tasks, { label: name }) : () => {},
    )
    if (round > 0) times.get(name)!.push(ms)
    expected ??= report
    if (!isDeepStrictEqual(report, expected)) throw new Error(`The report of ${name} differs`)
  }
}
await Promise.all(pools.map(({ close }) => close()))
bar.stop()

showReport(expected!)
showTimes()
showLatest(await findLatest())
showDocuments(await hashDocuments(threads))
if (values.out !== undefined) writeFileSync(values.out, expected!.map)

function chosen(names: readonly string[]): System[] {
  try {
    return names.map(systemNamed)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(2)
  }
}

function showReport({ bands, best }: Report): void {
  const delays = new Table({ head: ['Miles', 'Flights', 'Late', 'Minutes late'], style: { head: [], border: [] } })
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
    style: { head: [], border: [] },
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

function showLatest({ minutes, seen, left }: Latest): void {
  console.log(`${minutes.length} flights were hours late (${minutes.join(', ')} minutes)`)
  console.log(
    `among the first ${seen.toLocaleString('en')} that a worker parsed; then it stopped, with ${left} tasks left`,
  )
}

function showDocuments({ documents, hash, oneByOneMs, inBatchesMs }: Hashed): void {
  const [one, hundred] = [oneByOneMs.toFixed(0), inBatchesMs.toFixed(0)]
  console.log(`${documents.toLocaleString('en')} documents have the hash ${hash}`)
  console.log(`${one} ms with one a task, then ${hundred} ms with a hundred a task`)
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}
