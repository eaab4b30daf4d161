import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('replaced-exports.process.ts', import.meta.url))

// `receiveMessageOnPort` looked its built-in up at each call, found itself there and called itself for ever.
test('the package goes on where a program puts it in the place of node:worker_threads, in all threads', () => {
  const flags = ['--conditions=slipring-source', program]
  const output = execFileSync(process.execPath, flags, { encoding: 'utf8', timeout: 25_000 })
  expect(output.trimEnd().split('\n')).toEqual([
    '[{"message":"taken"}]',
    '[4,null]',
    '["heard"]',
    '[{"message":"native"}]',
    '[["asked","and behind it"]]',
    '[["asked","and behind it"]]',
  ])
})
