import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const PLUGIN = new URL('../src/vite/index.ts', import.meta.url).href
const PROGRAM = `
  const { slipring } = await import(${JSON.stringify(PLUGIN)})
  const [, ahead] = slipring({ schemas: ['schemas.mjs'] })
  ahead.configResolved({ root: process.cwd() })
  const { code } = await ahead.load(process.cwd() + '/schemas.mjs?slipring-code')
  console.log('made', code.includes('useCode('))`

test('the code is made by a process that does not run the flags of this one, such as the program of -e', async () => {
  // Under this package, where the schemas find ours.
  const folder = mkdtempSync(join(dirname(import.meta.dirname), '.vite-'))
  writeFileSync(
    join(folder, 'schemas.mjs'),
    "import { f64, struct } from '@slipring/core/schema'\nexport const Order = struct({ price: f64 })\n",
  )
  const flags = ['--conditions=slipring-source', '--input-type=module', '-e', PROGRAM]
  const program = spawn(process.execPath, flags, { cwd: folder, detached: true })
  let printed = ''
  program.stdout.on('data', (text) => (printed += String(text)))
  // With all that it has started: it may be one program after the other.
  const late = setTimeout(() => process.kill(-program.pid!), 20_000)
  try {
    const [code] = await once(program, 'close')
    expect({ code, printed }).toEqual({ code: 0, printed: 'made true\n' })
  } finally {
    clearTimeout(late)
    rmSync(folder, { recursive: true, force: true })
  }
})
