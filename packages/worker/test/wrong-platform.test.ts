import { expect, test, vi } from 'vitest'

test('@slipring/worker in a page says which package is meant', async () => {
  // What Vite puts in the place of Node's modules.
  for (const name of ['node:worker_threads', 'node:diagnostics_channel'])
    vi.doMock(name, () => ({ channel: undefined }))
  vi.resetModules()
  await expect(import('../src/index.ts')).rejects.toThrow(
    new TypeError('@slipring/worker needs node:worker_threads: in a page import @slipring/browser'),
  )
})
