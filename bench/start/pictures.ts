/** The headline numbers as pictures for the README: how many times as fast as `postMessage` Slipring is. */

import { ratioChart, svgOf } from '../src/runner/charts.ts'
import { DARK, LIGHT, type Theme } from '../src/runner/theme.ts'
import { FIRST_SECOND } from './first-second.ts'
import type { Row } from './rows.ts'

const SYSTEM = 'slipring'
const NAMES: Readonly<Record<string, string>> = {
  'one-way': 'one way',
  'echo-100': 'there and back, 100 in flight',
  'echo-1': 'there and back, one at a time',
  [FIRST_SECOND]: 'there and back, in the first second',
}

/** Pictures by their file names. */
export async function picturesOf(
  rows: readonly Pick<Row, 'system' | 'scenario' | 'ratio'>[],
): Promise<ReadonlyMap<string, string>> {
  const bars = rows
    .filter(({ system }) => system === SYSTEM)
    .map(({ scenario, ratio }) => ({ name: NAMES[scenario] ?? scenario, ratio, q1: ratio, q3: ratio }))
  const title = { text: 'Real records between two threads', subtitle: 'Slipring against postMessage' }
  const draw = (theme: Theme): Promise<string> => svgOf(ratioChart(bars, theme, title))
  return new Map([
    ['headline-light.svg', await draw(LIGHT)],
    ['headline-dark.svg', await draw(DARK)],
  ])
}
