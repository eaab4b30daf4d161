/** The report of the main job: as JSON, and as a table with the method and the machine beneath it. */

import Table from 'cli-table3'
import { wasLoaded, type Machine, type Versions } from '../src/machine.ts'
import type { Row } from './rows.ts'

export interface Report {
  readonly verified: boolean
  /** Why not verified: the first record that was wrong, and in which system. */
  readonly failure?: string
  readonly quick: boolean
  /** How many different records were sent. */
  readonly records: number
  readonly rounds: number
  readonly seconds: number
  readonly machine: Machine
  readonly versions: Versions
  readonly rows: readonly Row[]
}

const HEAD = ['scenario', 'system', 'messages/s', 'p50 µs', 'p99 µs', 'CPU µs/msg', 'ratio', 'ratios', 'spread']

const METHOD = `Method: every record is one message. one-way: worker to main thread, all records in one loop. echo-100: main to
worker and back, 100 in flight, the next posted from the message handler. echo-1: the same with one in flight, 5,000
records evenly spread. Systems take turns in every round, each time with a fresh worker, after a garbage collection
and 100,000 messages outside the clock, while its code is compiled. first-second: how many messages a fresh process with one
worker, which nothing has warmed up, has sent and got back one by one, one second after its worker was ready.
Records are kept as they arrive and checked after the clock stops, all systems alike: a digest of the types, values, keys
and order of every record is compared with that of the source. Numbers are medians over the rounds. CPU is user and
system time of the whole process. ratio: to postMessage, of the medians beside it (echo-1: of p50). ratios: the lowest and
the highest of single rounds. spread: highest minus lowest over the rounds, as a part of the median.`

export function printReport(report: Report): string {
  if (!report.verified) return `NOT VERIFIED: ${report.failure}`
  const { machine, versions } = report
  const quick = report.quick ? '\nQuick: one round over every 20th record. This is a check, not a measurement.' : ''
  const loaded = wasLoaded(machine)
    ? '\nWarning: the machine was busy with something else, the numbers may be off.'
    : ''
  return `${tableOf(report.rows)}
All of the ${count(report.records)} records of vega-datasets ${versions.vegaDatasets} arrived in order and unchanged in every run.${quick}

${METHOD}

Machine: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB, ${machine.system}, load ${machine.loadAverage.toFixed(2)}.
Slipring ${versions.slipring}, Node ${versions.node}, V8 ${versions.v8}. ${report.rounds === 1 ? '1 round' : `${report.rounds} rounds`}, ${report.seconds.toFixed(0)} s.${loaded}`
}

function tableOf(rows: readonly Row[]): string {
  const colAligns = HEAD.map((_, column) => (column < 2 ? ('left' as const) : ('right' as const)))
  const table = new Table({ head: HEAD, colAligns, style: { head: [], border: [], compact: true } })
  for (const row of rows) table.push(cellsOf(row))
  return table.toString()
}

function cellsOf(row: Row): string[] {
  const ratios = row.rounds.map((round) => round.ratio)
  return [
    row.scenario,
    row.system,
    count(Math.round(row.messagesPerSecond)),
    micros(row.p50Micros),
    micros(row.p99Micros),
    Number.isNaN(row.cpuMicrosPerMessage) ? '-' : row.cpuMicrosPerMessage.toFixed(2),
    `${row.ratio.toFixed(2)}x`,
    `${Math.min(...ratios).toFixed(2)} … ${Math.max(...ratios).toFixed(2)}`,
    `${(row.spread * 100).toFixed(0)} %`,
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}

export function micros(value: number | null): string {
  if (value === null) return '-'
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
