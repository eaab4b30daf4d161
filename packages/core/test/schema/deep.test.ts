import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { deepSchemas } from './deep-schemas.ts'

const PROGRAM = join(import.meta.dirname, 'deep.process.ts')
// A tenth less than V8 has on a main thread, and no code whose frames are smaller since it is optimized.
const FLAGS = ['--conditions=slipring-source', '--stack-size=900', '--no-opt', '--no-maglev']

test('500 values inside one another are encoded, decoded, filled, viewed and copied, however wide they are', () => {
  const output = execFileSync(process.execPath, [...FLAGS, PROGRAM], { encoding: 'utf8' })
  expect(JSON.parse(output)).toEqual({ schemas: deepSchemas.length, failures: [] })
})
