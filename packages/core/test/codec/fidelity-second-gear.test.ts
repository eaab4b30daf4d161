// The cases of fidelity again, with generated code from the sixteenth use on.
import './soon.ts'
import * as codec from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { CASES, COMPILED } from './cases/index.ts'
import { NODE_CASES } from './cases/node.ts'
import { differencesOf, Line } from './line.ts'

const TIMES = 4

test('what arrives by generated code equals structuredClone, in every place and in refusing', () => {
  const line = new Line(codec, new SharedArrayBuffer(1 << 22))
  for (const one of [...CASES, ...COMPILED, ...NODE_CASES])
    for (let time = 0; time < TIMES; time++) expect(differencesOf(codec, line, one), one.name).toEqual([])
})
