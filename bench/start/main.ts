/** The main job: real records between two threads over every system, verified and measured. `npm start`. */

import { readArguments, USAGE, type Arguments } from './arguments.ts'
import { evenSample, loadRecords } from './dataset.ts'
import { writeBetween } from '../../tools/document.ts'
import { describeMachine, describeVersions } from '../src/machine.ts'
import { markdownOf } from './markdown.ts'
import { createProgress } from '../src/progress.ts'
import { firstSecond } from './first-second.ts'
import { printReport, type Report } from './report.ts'
import { runRounds } from './rounds.ts'
import { rowsOf } from './rows.ts'
import { scenarios } from './scenarios.ts'
import { digestAll } from './verify.ts'
import { DeliveryError, type Traffic } from './window.ts'

const QUICK_STEP = 20
const MAX_ROUNDS = 5
// Measured from the start of the process, well within the minute the command is allowed.
const END_MS = 40_000
/** Fresh processes of each system, afterwards. */
const FRESH_PAIRS = 3

await main()

async function main(): Promise<void> {
  const args = tryReadArguments()
  if (args === undefined) return
  if (args.help) return console.log(USAGE)
  const report = await run(args)
  console.log(args.json ? JSON.stringify(report) : printReport(report))
  if (!report.verified) process.exitCode = 1
  else if (args.write) await write(report)
}

async function write(report: Report): Promise<void> {
  writeBetween('README.md', 'bench:start', markdownOf(report))
  // Loaded only now: a charting library is no part of what is measured.
  const { picturesOf } = await import('./pictures.ts')
  const { writePictures } = await import('../src/publish.ts')
  writePictures(await picturesOf(report.rows))
}

function tryReadArguments(): Arguments | undefined {
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n${USAGE}`)
    process.exitCode = 2
    return undefined
  }
}

async function run({ quick }: Arguments): Promise<Report> {
  // First of all: the load average is that of the machine before this job.
  const machine = describeMachine()
  const versions = describeVersions()
  const traffics = trafficOf(quick ? QUICK_STEP : 1)
  const records = traffics[0]?.records.length ?? 0
  const progress = createProgress()
  const plan = { maxRounds: quick ? 1 : MAX_ROUNDS, endMs: END_MS, onWindow: progress.update }
  try {
    const results = await runRounds(traffics, plan)
    const rounds = results[0]?.rounds.length ?? 0
    const young = await firstSecond(quick ? 1 : FRESH_PAIRS, (label) => progress.update(1, label))
    const seconds = performance.now() / 1000
    return { verified: true, quick, records, rounds, seconds, machine, versions, rows: [...rowsOf(results), ...young] }
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error
    const failure = error.message
    return { verified: false, failure, quick, records, rounds: 0, seconds: 0, machine, versions, rows: [] }
  } finally {
    progress.stop()
  }
}

function trafficOf(step: number): Traffic[] {
  const all = loadRecords(step)
  return scenarios.map((scenario) => {
    const records = scenario.sample === Infinity ? all : evenSample(all, Math.ceil(scenario.sample / step))
    return { scenario, records, digests: digestAll(records), step }
  })
}
