import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'shared-prototype.process.ts')

test.each(['get', 'set', 'value', 'writable', 'enumerable', 'configurable', 'another'])(
  'Object.prototype has %s, before the package is loaded',
  (name) => {
    const flags = ['--conditions=slipring-source']
    const printed = execFileSync(process.execPath, [...flags, PROGRAM, name], { encoding: 'utf8', timeout: 60_000 })
    expect(JSON.parse(printed)).toEqual({
      list: [1, 'b'],
      port: [true, 'of the program'],
      record: { n: 5 },
      event: ['plain', 'MessageEvent'],
      named: ['MessagePort', true],
    })
  },
)
