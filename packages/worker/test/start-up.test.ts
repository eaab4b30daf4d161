import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('start-up.process.ts', import.meta.url))

test('the class of the platform’s events, which Node is slow to load, is not asked for before there is one', () => {
  const output = execFileSync(process.execPath, ['--conditions=slipring-source', program], { encoding: 'utf8' })
  const before = { import: false, receiveMessageSync: false, on: false, records: false }
  expect(JSON.parse(output)).toEqual({ ...before, 'an event': true })
})
