/** The rows of the young suite as a chart: the ratio to the platform's port by age, a line for each payload. */

import type { TopLevelSpec } from 'vega-lite'
import type { Row } from '../rows.ts'
import { svgOf } from '../runner/charts.ts'
import { configOf, type Theme } from '../runner/theme.ts'
import { AGES, agePart } from './parts.ts'
import { workloadOf } from './workloads.ts'

const PANEL = { width: 210, height: 200 }
const PANELS = 4
const RATIOS = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
/** A logarithm shows no nothing. */
const LEAST = 0.01

export function youngChart(rows: readonly Row[], theme: Theme): TopLevelSpec {
  const values = rows.flatMap(({ workload, part, ratio, system, baseline }) => {
    const age = AGES.find((one) => agePart(one) === part)
    const exchange = workloadOf(workload)
    if (age === undefined || exchange === undefined || ratio === null || system === baseline) return []
    const { condition, way, payload } = exchange
    return [{ age, panel: `${way}, ${condition}`, payload, ratio: Math.max(LEAST, ratio.median) }]
  })
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: {
      text: 'A pair that has just started',
      subtitle: 'messages exchanged by an age, times postMessage; medians of fresh processes',
    },
    data: { values },
    config: configOf(theme),
    columns: PANELS,
    facet: {
      field: 'panel',
      type: 'nominal',
      sort: [...new Set(values.map(({ panel }) => panel))],
      header: { title: null, labelColor: theme.text, labelFontSize: 13, labelFontWeight: 600, labelAnchor: 'start' },
    },
    spec: {
      ...PANEL,
      layer: [
        {
          mark: { type: 'line', strokeWidth: 2.5, point: { filled: true, size: 45 } },
          encoding: {
            x: {
              field: 'age',
              type: 'quantitative',
              scale: { type: 'log', nice: false, padding: 12 },
              axis: { title: 'milliseconds', values: [...AGES], format: ',', grid: false },
            },
            y: {
              field: 'ratio',
              type: 'quantitative',
              scale: { type: 'log', nice: false },
              axis: { title: 'times postMessage', values: RATIOS, format: '~g' },
            },
            color: {
              field: 'payload',
              type: 'nominal',
              sort: [...new Set(values.map(({ payload }) => payload))],
              legend: { orient: 'bottom' },
            },
          },
        },
        {
          mark: { type: 'rule', strokeDash: [4, 3], color: theme.quiet },
          encoding: { y: { datum: 1, type: 'quantitative' } },
        },
      ],
    },
  }
}

export function youngSvg(rows: readonly Row[], theme: Theme): Promise<string> {
  return svgOf(youngChart(rows, theme))
}
