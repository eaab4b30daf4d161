/** The charts of a report, as specifications of Vega-Lite: the same are drawn in a page and, without one, as SVG. */

import { parse, type Spec, View } from 'vega'
import { compile, type TopLevelSpec } from 'vega-lite'
import { ratioOf } from './format.ts'
import type { Row } from './report.ts'
import { configOf, type Theme } from './theme.ts'

/** One bar of a chart of ratios. */
export interface Bar {
  readonly name: string
  readonly ratio: number
  /** Quartiles; those of a baseline are 1. */
  readonly q1: number
  readonly q3: number
}

const STEP = 34
const NARROW = { from: 9, step: 24, bar: 14 }
/** Two charts lie side by side in a page of usual width. */
const RATIO_WIDTH = 300
const DISTRIBUTION = { width: 380, height: 230 }
const DECADES = Array.from({ length: 25 }, (_, place) => 10 ** (place - 12))
/** From so much more on, a scale of equal steps would hide the short bars. */
const WIDE = 12

/** How many times as fast as its baseline each is. */
export function ratioChart(bars: readonly Bar[], theme: Theme, title?: TopLevelSpec['title']): TopLevelSpec {
  const ratios = bars.map(({ ratio }) => ratio)
  const least = Math.min(...ratios, ...bars.map(({ q1 }) => q1), 1)
  const most = Math.max(...ratios, ...bars.map(({ q3 }) => q3), 1)
  const isWide = most / least > WIDE
  const isLong = bars.length >= NARROW.from
  const domain = isWide ? [Math.min(least / 1.4, 0.7), most * 3] : [0, most * 1.25]
  const values = bars.map((bar) => ({ ...bar, label: ratioOf(bar.ratio), colour: colourOf(bar, theme) }))
  const y = {
    field: 'name',
    type: 'nominal',
    sort: null,
    axis: { title: null, ticks: false, labelPadding: 8 },
  } as const
  const scale = isWide ? { type: 'log' as const, domain } : { domain }
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...(title === undefined ? {} : { title }),
    width: RATIO_WIDTH,
    height: { step: isLong ? NARROW.step : STEP },
    data: { values },
    config: configOf(theme),
    layer: [
      {
        mark: { type: 'bar', height: isLong ? NARROW.bar : 20, cornerRadiusEnd: 3 },
        encoding: {
          y,
          x: {
            field: 'ratio',
            type: 'quantitative',
            scale,
            axis: {
              title: 'times as fast as the baseline',
              format: '~g',
              domain: false,
              ...(isWide ? { values: DECADES } : { tickCount: 5 }),
            },
          },
          ...(isWide ? { x2: { datum: 1 } } : {}),
          color: { field: 'colour', type: 'nominal', scale: null },
          tooltip: [
            { field: 'name', title: 'case' },
            { field: 'ratio', format: '.3f' },
            { field: 'q1', title: 'lower quartile', format: '.3f' },
            { field: 'q3', title: 'upper quartile', format: '.3f' },
          ],
        },
      },
      {
        mark: { type: 'rule', strokeWidth: 2, color: theme.text, opacity: 0.55 },
        encoding: { y, x: { field: 'q1', type: 'quantitative' }, x2: { field: 'q3' } },
      },
      {
        mark: { type: 'text', align: 'left', dx: 8, fontSize: 13, fontWeight: 600, color: theme.text },
        encoding: {
          y,
          x: { field: 'edge', type: 'quantitative' },
          text: { field: 'label' },
        },
        transform: [{ calculate: 'max(datum.q3, datum.ratio, 1)', as: 'edge' }],
      },
      {
        mark: { type: 'rule', strokeDash: [4, 3], color: theme.quiet },
        encoding: { x: { datum: 1, type: 'quantitative' } },
      },
    ],
  }
}

/** The share of the samples that took no longer than a time, for each time. */
export function distributionChart(rows: readonly Row[], theme: Theme): TopLevelSpec {
  const values = rows.flatMap(({ name, result }) =>
    // Of the last steps there are few samples.
    result!.distribution
      .filter(([share]) => share <= 0.999)
      .map(([share, nanos]) => ({ name, share, nanos, nines: ninesOf(share) })),
  )
  const names = rows.map(({ name }) => name)
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    ...DISTRIBUTION,
    data: { values },
    config: configOf(theme),
    mark: { type: 'line', strokeWidth: 2, interpolate: 'monotone' },
    encoding: {
      x: {
        field: 'nines',
        type: 'quantitative',
        axis: {
          title: 'share of the samples that took no longer',
          values: [0.5, 0.9, 0.99, 0.999].map(ninesOf),
          labelExpr: "format(100 * (1 - pow(10, -datum.value)), '~r') + ' %'",
          grid: true,
        },
      },
      y: {
        field: 'nanos',
        type: 'quantitative',
        scale: { type: 'log' },
        axis: {
          title: 'time of an operation',
          values: DECADES,
          labelExpr:
            "datum.value < 1e3 ? format(datum.value, '~g') + ' ns' : datum.value < 1e6 ? format(datum.value / 1e3, '~g') + ' µs' : format(datum.value / 1e6, '~g') + ' ms'",
        },
      },
      color: { field: 'name', type: 'nominal', sort: names, legend: { orient: 'bottom', columns: 2 } },
      tooltip: [
        { field: 'name', title: 'case' },
        { field: 'share', format: '.3%' },
        { field: 'nanos', title: 'nanoseconds', format: ',.1f' },
      ],
    },
  }
}

/** The bars of the rows of a suite: the baseline first. Empty where there is none. */
export function barsOf(rows: readonly Row[]): Bar[] {
  const others = rows.filter(({ result }) => result?.ratio !== null)
  if (others.length === 0) return []
  return rows.flatMap(({ name, isBaseline, result }): Bar[] => {
    if (isBaseline) return [{ name, ratio: 1, q1: 1, q3: 1 }]
    const ratio = result?.ratio ?? null
    return ratio === null ? [] : [{ name, ratio: ratio.median, q1: ratio.q1, q3: ratio.q3 }]
  })
}

/** A chart as a page gives it to Vega, without Vega-Lite. */
export function vegaSpecOf(chart: TopLevelSpec): Spec {
  return compile(chart).spec
}

export async function svgOf(chart: TopLevelSpec): Promise<string> {
  const view = new View(parse(vegaSpecOf(chart)), { renderer: 'none' })
  try {
    return await view.toSVG()
  } finally {
    view.finalize()
  }
}

function colourOf({ ratio, q1, q3 }: Bar, { faster, slower, neutral }: Theme): string {
  if (q1 <= 1 && q3 >= 1) return neutral
  return ratio >= 1 ? faster : slower
}

/** The number of nines in a share, so that rare cases get room: 0.9 has one, 0.99 has two. */
function ninesOf(share: number): number {
  return -Math.log10(1 - share)
}
