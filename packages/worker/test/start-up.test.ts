import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('start-up.process.ts', import.meta.url))

// It would not with an await at the top of any module.
test('CommonJS gets the package by require()', () => {
  const script = `const { isMainThread, Worker } = require('@slipring/worker'); console.log(isMainThread, typeof Worker)`
  const flags = ['--conditions=slipring-source', '--input-type=commonjs', '--eval', script]
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  expect(execFileSync(process.execPath, flags, { cwd, encoding: 'utf8' })).toBe('true function\n')
})

test('Node’s web client, which is slow to load and has the class of events, is not loaded before somebody listens for one', () => {
  const output = execFileSync(process.execPath, ['--conditions=slipring-source', program], { encoding: 'utf8' })
  const before = { import: false, receiveMessageSync: false, on: false, records: false }
  expect(JSON.parse(output)).toEqual({ ...before, 'an event': true })
})
