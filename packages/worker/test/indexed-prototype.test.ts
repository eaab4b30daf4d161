import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'indexed-prototype.process.ts')

// Every message became a messageerror, and the port ended as corrupt.
describe.each(['Array', 'Object'])('%s.prototype has properties named by an index', (name) => {
  test.each(['before', 'after'])('from %s the package is loaded on: messages arrive as ever', (when) => {
    const flags = ['--conditions=slipring-source']
    const printed = execFileSync(process.execPath, [...flags, PROGRAM, name, when], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect(JSON.parse(printed)).toEqual({
      mode: 'shared',
      echoes: [[1, 2], [7, 8], 200_000, 'object'],
      pulled: ['pulled', 'nothing'],
      taken: 'taken at once',
      leased: [9, 9, 9],
      typed: { numbers: [1, 2], name: 'n' },
      heard: 100,
      reasons: ['closed', 'peer-closed'],
    })
  })
})
