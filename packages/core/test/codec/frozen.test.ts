// Frozen intrinsics have accessors where others have values, so that heirs may override them.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'frozen.process.ts')

test('where intrinsics are frozen, what cannot be cloned is refused as anywhere else', () => {
  const flags = ['--conditions=slipring-source', '--frozen-intrinsics', '--no-warnings']
  const result = JSON.parse(execFileSync(process.execPath, [...flags, PROGRAM], { encoding: 'utf8' }))
  expect(result).toEqual({ isFrozen: true, isMost: true, found: [] })
})
