/** The codec's cases, with this browser's own structuredClone as the judge. */

import * as codec from '@slipring/core/codec'
import { knownDepartures } from '../../../packages/core/test/codec/cases/departures.ts'
import { CASES, COMPILED } from '../../../packages/core/test/codec/cases/index.ts'
import { pageCases } from '../../../packages/core/test/codec/cases/page.ts'
import { differencesOf, Line } from '../../../packages/core/test/codec/line.ts'

export default async function () {
  const frame = document.body.appendChild(document.createElement('iframe'))
  const realm = /** @type {typeof globalThis} */ (/** @type {unknown} */ (frame.contentWindow))
  const canGenerate = mayGenerate()
  const cases = [...CASES, ...(canGenerate ? COMPILED : []), ...pageCases(realm)]
  const known = knownDepartures()
  const line = new Line(codec, new SharedArrayBuffer(1 << 22))
  const wrong = []
  const straight = []
  for (const one of cases) {
    const found = differencesOf(codec, line, one)
    if (found.length > 0 && !known.has(one.name)) wrong.push(`${one.name}: ${found[0]}`)
    if (found.length === 0 && known.has(one.name)) straight.push(one.name)
  }
  return { wrong, straight, count: new Set(cases.map(({ name }) => name)).size, canGenerate }
}

function mayGenerate() {
  try {
    return new Function('return true')()
  } catch {
    return false
  }
}
