/** In a page: every case, with the browser's own structuredClone as the judge. */

import * as codec from '@slipring/core/codec'
import { knownDepartures } from './cases/departures.ts'
import { CASES, COMPILED } from './cases/index.ts'
import { pageCases } from './cases/page.ts'
import { differencesOf, Line } from './line.ts'

export default function (): object {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const realm = frame.contentWindow as Window & typeof globalThis
  const canGenerate = mayGenerate()
  const cases = [...CASES, ...(canGenerate ? COMPILED : []), ...pageCases(realm)]
  const known = knownDepartures()
  const line = new Line(codec, new SharedArrayBuffer(1 << 22))
  const wrong: string[] = []
  const straight: string[] = []
  for (const one of cases) {
    const found = differencesOf(codec, line, one)
    if (found.length > 0 && !known.has(one.name)) wrong.push(`${one.name}: ${found[0]}`)
    if (found.length === 0 && known.has(one.name)) straight.push(one.name)
  }
  return { wrong, straight, count: new Set(cases.map(({ name }) => name)).size, canGenerate }
}

function mayGenerate(): boolean {
  try {
    return new Function('return true')() as boolean
  } catch {
    return false
  }
}
