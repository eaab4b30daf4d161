/** The report as one page that needs nothing else: no network, no server. */

import { readFileSync } from 'node:fs'
import type { TopLevelSpec } from 'vega-lite'
import { barsOf, distributionChart, ratioChart, vegaSpecOf } from './charts.ts'
import { nanosOf, rangeOf, ratioOf } from './format.ts'
import { brokenIn, type Report, type Row, type SuiteRows, suitesOf } from './report.ts'
import { COSTS_HEAD, costsOf, describe, METHOD } from './table.ts'
import { DARK, LIGHT, type Theme } from './theme.ts'

const HEAD = ['case', 'median', 'quartiles', 'mean', 'p99', 'p99.9', 'baseline', 'ratio']
/** Of what an operation costs: the slow ends are in the first table. */
const COSTS = [0, 1, 4, 5, 6, 7]

const STYLE = `
:root { color-scheme: light dark; --text: ${LIGHT.text}; --quiet: ${LIGHT.quiet}; --line: ${LIGHT.line}; --page: ${LIGHT.page};
  --faster: ${LIGHT.faster}; --slower: ${LIGHT.slower}; --card: #f7f9fa }
@media (prefers-color-scheme: dark) { :root { --text: ${DARK.text}; --quiet: ${DARK.quiet}; --line: ${DARK.line};
  --page: ${DARK.page}; --faster: ${DARK.faster}; --slower: ${DARK.slower}; --card: #151b23 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif }
main { max-width: 1060px; margin: 0 auto; padding: 40px 24px 64px }
h1 { font-size: 26px; margin: 0 0 4px } h2 { font-size: 19px; margin: 48px 0 12px } h3 { font-size: 15px; margin: 16px 0 4px }
h2 small { display: block; color: var(--quiet); font-weight: normal; font-size: 13px }
p { margin: 4px 0 } .quiet { color: var(--quiet); font-size: 13px } code { font-family: ui-monospace, monospace; font-size: 13px }
.warning { white-space: pre-wrap; border-left: 4px solid var(--slower); background: var(--card); padding: 8px 12px; margin: 12px 0 }
.scroll { overflow-x: auto } .charts { display: flex; flex-wrap: wrap; gap: 8px 24px; margin: 8px 0 }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th { color: var(--quiet); font-weight: normal; font-size: 13px } th, td { padding: 6px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line) }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
.costs td:last-child { white-space: normal; min-width: 220px }
td.faster { color: var(--faster); font-weight: 600 } td.slower { color: var(--slower); font-weight: 600 }
`

// Draws each chart in the colours of the page, and again when those change.
const SCRIPT = `
const dark = matchMedia('(prefers-color-scheme: dark)')
async function draw() {
  for (const place of document.querySelectorAll('[data-chart]')) {
    const { light, dark: night } = charts[place.dataset.chart]
    await new vega.View(vega.parse(dark.matches ? night : light), { renderer: 'svg', container: place, hover: true }).runAsync()
  }
  document.documentElement.dataset.drawn = dark.matches ? 'dark' : 'light'
}
dark.addEventListener('change', draw)
draw()
`

export function htmlOf(report: Report): string {
  const charts: object[] = []
  const chart = (make: (theme: Theme) => TopLevelSpec): string => {
    charts.push({ light: vegaSpecOf(make(LIGHT)), dark: vegaSpecOf(make(DARK)) })
    return `<div class="scroll" data-chart="${charts.length - 1}"></div>`
  }
  const sections = suitesOf(report).map((suite) => sectionOf(suite, chart))
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Benchmarks, ${escaped(report.date.slice(0, 10))}</title>
<style>${STYLE}</style>
<main>
<h1>Benchmarks</h1>
<p><code>${escaped(report.command)}</code></p>
<p class="quiet">${escaped(describe(report)).replace('\n', '<br>')}</p>
${warningsOf(report).join('\n')}
${sections.join('\n')}
<h2>How to read this</h2>
<p>${escaped(METHOD)}</p>
</main>
<script>${vega()}</script>
<script>const charts = ${JSON.stringify(charts).replaceAll('<', '\\u003c')}
${SCRIPT}</script>
</html>
`
}

/** The library for pages, which lies beside its module. */
function vega(): string {
  const text = readFileSync(new URL('vega.min.js', import.meta.resolve('vega')), 'utf8')
  return text.replaceAll('</script', '<\\/script')
}

function sectionOf({ name, rows }: SuiteRows, chart: (make: (theme: Theme) => TopLevelSpec) => string): string {
  const [file = '', ...suite] = name.split(' › ')
  const title = suite.length === 0 ? escaped(file) : `${escaped(suite.join(' › '))} <small>${escaped(file)}</small>`
  const bars = barsOf(rows)
  const drawn = [
    ...(bars.length > 0 ? [chart((theme) => ratioChart(bars, theme))] : []),
    chart((theme) => distributionChart(rows, theme)),
  ]
  const costs = rows.map((row) => costsOf(row).map((cell) => `<td>${escaped(cell)}</td>`))
  return `<h2>${title}</h2>
${tableOf(HEAD, rows.map(cellsOf))}
<div class="charts">${drawn.join('')}</div>
<h3>What an operation costs</h3>
<div class="costs">${tableOf(
    COSTS.map((place) => COSTS_HEAD[place]!),
    costs.map((cells) => COSTS.map((place) => cells[place]!)),
  )}`
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `<tr>${cells.join('')}</tr>`)
  return `<div class="scroll"><table><tr>${head.map((cell) => `<th>${cell}</th>`).join('')}</tr>${lines.join('')}</table></div>`
}

function cellsOf({ name, isBaseline, result }: Row): string[] {
  const { times, ratio, baselineNanos } = result!
  const numbers = [
    nanosOf(times.median),
    rangeOf(times, nanosOf),
    nanosOf(times.mean),
    nanosOf(times.p99),
    nanosOf(times.p999),
    baselineNanos === null ? (isBaseline ? 'this' : '-') : nanosOf(baselineNanos),
  ]
  const side = ratio === null || (ratio.q1 <= 1 && ratio.q3 >= 1) ? '' : ratio.median >= 1 ? 'faster' : 'slower'
  const title = ratio === null ? '' : ` title="quartiles of the turns: ${rangeOf(ratio, (value) => value.toFixed(2))}"`
  return [
    `<td>${escaped(name)}</td>`,
    ...numbers.map((cell) => `<td>${cell}</td>`),
    `<td class="${side}"${title}>${ratio === null ? '' : ratioOf(ratio.median)}</td>`,
  ]
}

function warningsOf({ rows, load, quick }: Report): string[] {
  const loaded = load.isLoaded ? [`INVALID: the machine was loaded: ${load.reasons.join('; ')}`] : []
  const hasty = quick ? ['Quick: fewer and shorter rounds. This is a check, not a measurement.'] : []
  return [...brokenIn({ rows }), ...loaded, ...hasty].map((text) => `<p class="warning">${escaped(text)}</p>`)
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
