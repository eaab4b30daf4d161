// The memory of WebAssembly grows by whole pages alone, and for good: so nothing can be learnt by resizing it.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const PROGRAM = join(import.meta.dirname, 'wasm-memory.process.ts')

test('views of a WebAssembly memory that can be resized arrive as from structuredClone, and the memory is as before', () => {
  const args = ['--experimental-wasm-rab-integration', '--conditions=slipring-source', PROGRAM]
  const lines = execFileSync(process.execPath, args, { encoding: 'utf8' }).trim().split('\n')
  expect(lines).toEqual(Array.from({ length: 3 }, () => 'true true true 7 65536'))
})
