/** The page of a history: a small chart for each case, drawn here, so that the page needs neither network nor script. */

import { nanosOf } from './format.ts'
import type { HistoryLine } from './history.ts'
import { DARK, LIGHT } from './theme.ts'

const WIDTH = 640
const HEIGHT = 120
const MARGIN = 8
const SHORT_HASH = 10

interface Point {
  readonly run: HistoryLine
  readonly nanos: number
  readonly verdict: string | undefined
}

const STYLE = `
:root { color-scheme: light dark; --text: ${LIGHT.text}; --quiet: ${LIGHT.quiet}; --line: ${LIGHT.line}; --page: ${LIGHT.page};
  --faster: ${LIGHT.faster}; --slower: ${LIGHT.slower} }
@media (prefers-color-scheme: dark) { :root { --text: ${DARK.text}; --quiet: ${DARK.quiet}; --line: ${DARK.line};
  --page: ${DARK.page}; --faster: ${DARK.faster}; --slower: ${DARK.slower} } }
body { margin: 0 auto; max-width: 760px; padding: 32px 24px; background: var(--page); color: var(--text); font: 15px/1.5 system-ui, sans-serif }
h1 { font-size: 26px; margin: 0 } h2 { font-size: 19px; margin: 40px 0 0 } h3 { font-size: 15px; margin: 24px 0 0 }
p { margin: 0; color: var(--quiet); font-size: 13px }
svg { width: 100%; height: auto } polyline { fill: none; stroke: var(--quiet); stroke-width: 1.5 } line { stroke: var(--line) }
circle { fill: var(--quiet) } circle.slower { fill: var(--slower) } circle.faster { fill: var(--faster) }
circle.loaded { fill: var(--page); stroke: var(--quiet) }`

/** One section a machine: times of two machines are not compared. */
export function historyPageOf(runs: readonly HistoryLine[]): string {
  const machines = [...new Set(runs.map(({ machine }) => machine))]
  const sections = machines.map((machine) =>
    sectionOf(
      machine,
      runs.filter((run) => run.machine === machine),
    ),
  )
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>History of benchmarks</title>
<style>${STYLE}</style>
<h1>History of benchmarks</h1>
<p>Nanoseconds of an operation, from 0 on, the oldest run first. A full point is told faster or slower than its base by its colour. An empty one was measured while the machine was busy.</p>
${sections.join('\n')}
</html>
`
}

function sectionOf(machine: string, runs: readonly HistoryLine[]): string {
  const labels = [...new Set(runs.flatMap(({ cases }) => cases.map(({ label }) => label)))]
  const charts = labels.map((label) => {
    const points = runs.flatMap((run) =>
      run.cases.filter((one) => one.label === label).map(({ nanos, verdict }): Point => ({ run, nanos, verdict })),
    )
    return chartOf(label, points)
  })
  return `<h2>${escaped(machine)}</h2>\n${charts.join('\n')}`
}

function chartOf(label: string, points: readonly Point[]): string {
  const most = Math.max(...points.map(({ nanos }) => nanos))
  const x = (place: number): number => MARGIN + (place * (WIDTH - 2 * MARGIN)) / Math.max(points.length - 1, 1)
  const y = (nanos: number): number => HEIGHT - MARGIN - (nanos / most) * (HEIGHT - 2 * MARGIN)
  const path = points.map(({ nanos }, place) => `${x(place).toFixed(1)},${y(nanos).toFixed(1)}`).join(' ')
  const circles = points.map(({ run, nanos, verdict = '' }, place) => {
    const title = `${run.date.slice(0, 10)} ${run.commit?.slice(0, SHORT_HASH) ?? ''} ${nanosOf(nanos)} ${verdict}`
    const kind = run.isLoaded ? 'loaded' : verdict
    const at = `cx="${x(place).toFixed(1)}" cy="${y(nanos).toFixed(1)}"`
    return `<circle class="${escaped(kind)}" ${at} r="4"><title>${escaped(title.trim())}</title></circle>`
  })
  const ground = `<line x1="0" y1="${HEIGHT - MARGIN}" x2="${WIDTH}" y2="${HEIGHT - MARGIN}"/>`
  return `<h3>${escaped(label)}</h3><p>now ${nanosOf(points.at(-1)!.nanos)}, at most ${nanosOf(most)}, ${points.length} runs</p>
<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(label)}">${ground}<polyline points="${path}"/>${circles.join('')}</svg>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
