import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'other-realm.process.ts')

function run(mode: 'ours' | 'native', replaced: string): { arrived: unknown[]; filled: number[][] } {
  const flags = ['--conditions=slipring-source']
  return JSON.parse(execFileSync(process.execPath, [...flags, PROGRAM, mode, replaced], { encoding: 'utf8' }))
}

const native = run('native', 'none')

// Test runners put the classes of jsdom, or of a context, in the place of the platform's.
test.each(['none', 'Uint8Array', 'ArrayBuffer', 'SharedArrayBuffer', 'all'])(
  'buffers of another realm arrive as on a native port, where of the global classes this is of another realm: %s',
  (replaced) => {
    const { arrived, filled } = run('ours', replaced)
    expect(arrived).toEqual(native.arrived)
    expect(filled).toEqual(Array.from({ length: 4 }, () => [1, 2, 3, 0]))
  },
)
