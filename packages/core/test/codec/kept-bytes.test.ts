import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'kept-bytes.process.ts')
/** More than fill every table: the shapes that come often are 250. */
const MESSAGES = 10_000
/** Of texts, keys and lists of keys. */
const MOST = 1 << 20
/** And of code made for shapes in use. */
const MOST_WITH_CODE = 4 << 20

test('messages that are never like the ones before leave little in an encoder and a decoder', () => {
  const output = execFileSync(process.execPath, ['--conditions=slipring-source', PROGRAM, String(MESSAGES)], {
    encoding: 'utf8',
  })
  const kept = Object.entries(JSON.parse(output) as Record<string, { encoder: number; decoder: number }>)
  expect(kept.length).toBeGreaterThan(0)
  for (const [kind, { encoder, decoder }] of kept)
    expect(Math.max(encoder, decoder), `bytes for ${kind}`).toBeLessThan(kind.endsWith('often') ? MOST_WITH_CODE : MOST)
})
