// The cases of fidelity again, with generated code soon.
import './soon.ts'
import * as codec from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { CASES, COMPILED } from './cases/index.ts'
import { NODE_CASES } from './cases/node.ts'
import { differencesOf, Line } from './line.ts'

const cases = [...CASES, ...COMPILED, ...NODE_CASES]
const line = new Line(codec, new SharedArrayBuffer(1 << 22))

// Twice, and code is generated in between, in tasks.
test.each(['first', 'second'])(
  'what arrives the %s time equals structuredClone, in every place and in refusing',
  async () => {
    for (const one of cases) {
      expect(differencesOf(codec, line, one), one.name).toEqual([])
      if (one.name.includes('rows')) await new Promise((resolve) => setTimeout(resolve))
    }
  },
)
