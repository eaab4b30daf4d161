/** The ruler: `npm run bench -- <suite>`. */

import { createProgress } from './progress.ts'
import { type Arguments, type PlaceName, readArguments, USAGE } from './arguments.ts'
import { exitCodeOf, WRONG_USE } from './exit-code.ts'
import { LoadWatch } from './load.ts'
import { describeMachine } from './machine.ts'
import { openPlace, type Place } from './place.ts'
import { printReport, type Report } from './report.ts'
import { rowsOf } from './rows.ts'
import { runPlan } from './schedule.ts'
import { select, type Selection } from './selection.ts'
import type { Suite } from './suite.ts'
import { suites } from './suites.ts'

await main(process.argv.slice(2))

async function main(argv: string[]): Promise<void> {
  const prepared = tryPrepare(argv)
  if (prepared === undefined) return void (process.exitCode = WRONG_USE)
  const { args, jobs } = prepared
  if (args.help) return console.log(USAGE)
  const words = argv
    .filter((word) => word !== '--write')
    .map((word) => (/[ '"]/.test(word) ? JSON.stringify(word) : word))
  const command = ['npm run bench --', ...words].join(' ')
  const reports: Report[] = []
  for (const job of jobs) {
    const report = await run(args, job, command)
    reports.push(report)
    if (!args.json) console.log(printReport(report))
    if (args.write) await write(report, job.suite, args)
  }
  if (args.json) console.log(JSON.stringify(reports.length === 1 ? reports[0] : reports))
  process.exitCode = exitCodeOf(reports, args.allowLoaded)
}

interface Job {
  readonly suite: Suite
  readonly selection: Selection
  readonly where: PlaceName
}

function tryPrepare(argv: string[]): { args: Arguments; jobs: Job[] } | undefined {
  try {
    const args = readArguments(argv)
    const suite = suites.find(({ name }) => name === args.suite)
    if (suite === undefined) return { args, jobs: [] }
    const places: readonly Job['where'][] = args.places.length === 0 ? ['node'] : args.places
    const jobs = places.map((where) => ({
      suite,
      where,
      selection: select(suite, { ...args, where }),
    }))
    return { args, jobs }
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${USAGE}`)
    return undefined
  }
}

async function run(args: Arguments, { suite, selection, where }: Job, command: string): Promise<Report> {
  const startedAt = performance.now()
  const machine = describeMachine()
  const place = await openPlace(where)
  const watch = new LoadWatch()
  const progress = createProgress()
  try {
    const series = await runPlan({
      suite: suite.name,
      ...selection,
      runCell: (task) => place.runCell(task),
      onCell: (share, label) => progress.update(share, label),
      betweenWorkloads: () => watch.calibrate(),
      // A quick run waits for nobody.
      ...(args.quick ? {} : { settle: (isRepeat) => watch.settle(isRepeat) }),
    })
    const rows = rowsOf(series)
    return {
      suite: suite.name,
      place: where,
      command,
      quick: args.quick,
      rounds: selection.rounds,
      seconds: (performance.now() - startedAt) / 1000,
      date: new Date().toISOString(),
      machine,
      versions: place.versions,
      load: watch.verdict(),
      method: suite.method,
      notes: suite.notes?.(rows) ?? [],
      isByPart: suite.isByPart === true,
      rows,
    }
  } finally {
    progress.stop()
    await closeAll(place, watch)
  }
}

async function closeAll(place: Place, watch: LoadWatch): Promise<void> {
  await Promise.all([place.close(), watch.close()])
}

async function write(report: Report, suite: Suite, { allowLoaded }: Arguments): Promise<void> {
  if (report.load.isLoaded && !allowLoaded) return console.error('Not written: the machine was loaded')
  // Loaded only now: a charting library is no part of what is measured.
  const { publish } = await import('./publish.ts')
  await publish(report, suite)
}
