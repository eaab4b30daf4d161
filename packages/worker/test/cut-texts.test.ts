/** Natively a message keeps nothing of a text that its own texts were cut out of. */

import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('cut-texts.process.ts', import.meta.url))
/** More than a port remembers, at half a mebibyte each: together 150 MiB. */
const TEXTS = 300
const LENGTH = 512 << 10
const MOST_HEAP_MIB = 64

describe('300 texts, from each of which a message has parts, fit in a small heap one after the other', () => {
  test.each(['main', 'worker'])('when the %s thread sends', (sender) => {
    const args = ['--conditions=slipring-source', `--max-old-space-size=${MOST_HEAP_MIB}`, program, sender]
    const output = execFileSync(process.execPath, [...args, String(TEXTS), String(LENGTH)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    expect(output).toMatch(`${TEXTS} exchanged`)
  })
})
