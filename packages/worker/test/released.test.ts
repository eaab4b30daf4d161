import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('no timer and no handle is left after the end of a pool, a worker or a port', { timeout: 45_000 }, () => {
  const script = fileURLToPath(new URL('released.process.ts', import.meta.url))
  const options = { encoding: 'utf8', timeout: 40_000 } as const
  const { stdout, stderr, status } = spawnSync(process.execPath, [...process.execArgv, script], options)
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  expect(JSON.parse(stdout)).toEqual({
    'Pool.close': [],
    'Pool.close, never used': [],
    'Pool.destroy': [],
    'Piscina.close': [],
    'Piscina.destroy': [],
    'Worker.terminate': [],
    'MessagePort.close': [],
  })
})
