/** The times of the cold suite as a chart: how long a program takes, from its first line, for so many messages. */

import type { TopLevelSpec } from 'vega-lite'
import type { Row } from '../rows.ts'
import { svgOf } from '../runner/charts.ts'
import { configOf, type Theme } from '../runner/theme.ts'
import { totalsOf } from './break-even.ts'
import { MARKS } from './parts.ts'

const PANEL = { width: 340, height: 260 }
const MILLISECONDS = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000]

export function coldChart(rows: readonly Row[], theme: Theme): TopLevelSpec {
  const values = totalsOf(rows)
  const systems = [...new Set(values.map(({ system }) => system))]
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: {
      text: 'A program that has just started',
      subtitle: 'time from its first line until so many messages have come; medians of fresh processes',
    },
    data: { values },
    config: configOf(theme),
    facet: { column: { field: 'workload', type: 'nominal', sort: null, header: headerOf(theme) } },
    spec: {
      ...PANEL,
      mark: { type: 'line', strokeWidth: 2.5, point: { filled: true, size: 45 } },
      encoding: {
        x: {
          field: 'messages',
          type: 'quantitative',
          scale: { type: 'log' },
          axis: { title: 'messages', values: [...MARKS], format: ',', grid: false },
        },
        y: {
          field: 'ms',
          type: 'quantitative',
          scale: { type: 'log', nice: false },
          axis: { title: 'milliseconds', values: MILLISECONDS, format: ',' },
        },
        color: { field: 'system', type: 'nominal', sort: systems, legend: { orient: 'bottom' } },
      },
    },
  }
}

export function coldSvg(rows: readonly Row[], theme: Theme): Promise<string> {
  return svgOf(coldChart(rows, theme))
}

function headerOf({ text }: Theme): object {
  return { title: null, labelColor: text, labelFontSize: 13, labelFontWeight: 600, labelAnchor: 'start' }
}
