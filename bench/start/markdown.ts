/** The report of the main job as Markdown: the table of the README. */

import { FIRST_SECOND } from './first-second.ts'
import { micros, type Report } from './report.ts'
import type { Row } from './rows.ts'
import { wasLoaded } from '../src/machine.ts'

const TITLES: Readonly<Record<string, string>> = {
  'one-way': 'one way, messages/s',
  'echo-100': 'there and back, 100 in flight, messages/s',
  'echo-1': 'there and back, one at a time, µs (median)',
  [FIRST_SECOND]: 'there and back, in the first second of a worker, messages',
}

export function markdownOf({ rows, records, rounds, machine, versions }: Report): string {
  const scenarios = [...new Set(rows.map((row) => row.scenario))]
  const systems = [...new Set(rows.map((row) => row.system))]
  const lines = scenarios.map((scenario) => {
    const own = rows.filter((row) => row.scenario === scenario)
    const cells = systems.map((system) =>
      own
        .filter((row) => row.system === system)
        .map(cellOf)
        .join(''),
    )
    return lineOf([TITLES[scenario] ?? scenario, ...cells])
  })
  const busy = wasLoaded(machine) ? ' The machine was busy with something else.' : ''
  return [
    [lineOf(['', ...systems]), lineOf(['---', ...systems.map(() => '---:')]), ...lines].join('\n'),
    `Each of the ${records.toLocaleString('en-US')} real records was checked on arrival. The numbers are medians of ` +
      `${rounds === 1 ? '1 round' : `${rounds} rounds`}, the ratios follow from them. ` +
      'The first second of a fresh process with one worker, which echoes users, begins when the worker is ready. To start it takes ' +
      'about twice as long with Slipring.',
    `Machine: ${machine.cores} cores of ${machine.cpu}, Node ` +
      `${versions.node}. \`npm start\` does it again; [Benchmarks](docs/BENCHMARKS.md) has the method and more.${busy}`,
  ].join('\n\n')
}

function cellOf(row: Row): string {
  const value =
    row.scenario === 'echo-1' ? micros(row.p50Micros) : Math.round(row.messagesPerSecond).toLocaleString('en-US')
  return row.ratio === 1 ? value : `${value} (**${row.ratio.toFixed(1)}x**)`
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}
