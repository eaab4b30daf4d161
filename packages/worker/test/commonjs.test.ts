import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// It would not with an await at the top of any module.
test('CommonJS gets the package by require()', () => {
  const script = `const { isMainThread, Worker } = require('@slipring/worker'); console.log(isMainThread, typeof Worker)`
  const flags = ['--conditions=slipring-source', '--input-type=commonjs', '--eval', script]
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  expect(execFileSync(process.execPath, flags, { cwd, encoding: 'utf8' })).toBe('true function\n')
})
