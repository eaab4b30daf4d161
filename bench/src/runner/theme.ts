/** The colours of the charts, on light and on dark pages. */

import type { Config } from 'vega-lite'

export interface Theme {
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly page: string
  readonly faster: string
  readonly slower: string
  readonly neutral: string
  /** Of several cases in one chart. */
  readonly series: readonly string[]
}

export const LIGHT: Theme = {
  text: '#1f2933',
  quiet: '#66727f',
  line: '#e3e7eb',
  page: '#ffffff',
  faster: '#0b7a6f',
  slower: '#c2571a',
  neutral: '#9aa5b1',
  series: ['#9aa5b1', '#0b7a6f', '#3b5bdb', '#c2571a', '#9c36b5', '#b08900', '#2f9e44', '#e03131'],
}

export const DARK: Theme = {
  text: '#e6edf3',
  quiet: '#9aa7b4',
  line: '#2b333c',
  page: '#0d1117',
  faster: '#3ddbc6',
  slower: '#ff9e64',
  neutral: '#6b7785',
  series: ['#8b98a5', '#3ddbc6', '#8ea6ff', '#ff9e64', '#d39bf0', '#e5c454', '#7ee08f', '#ff8f8f'],
}

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif'

/** Of every chart: few lines, and words large enough to read. */
export function configOf({ text, quiet, line, series }: Theme): Config {
  return {
    background: 'transparent',
    font: FONT,
    padding: 8,
    title: { color: text, fontSize: 15, fontWeight: 600, anchor: 'start', subtitleColor: quiet, subtitleFontSize: 12 },
    axis: {
      labelColor: text,
      labelFontSize: 12,
      labelLimit: 320,
      titleColor: quiet,
      titleFontSize: 12,
      titleFontWeight: 'normal',
      gridColor: line,
      domainColor: line,
      tickColor: line,
    },
    legend: { labelColor: text, labelFontSize: 12, labelLimit: 320, title: null, symbolType: 'stroke' },
    range: { category: [...series] },
    view: { stroke: null },
  }
}
