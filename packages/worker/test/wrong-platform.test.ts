import { expect, test, vi } from 'vitest'

test('@slipring/worker in a page says which package is meant', async () => {
  // Vite puts such a module in the place of each of Node's.
  for (const name of ['node:worker_threads', 'node:diagnostics_channel'])
    vi.doMock(name, () => ({ channel: undefined }))
  vi.resetModules()
  await expect(import('../src/index.ts')).rejects.toThrow(
    new TypeError('@slipring/worker needs node:worker_threads: in a page import @slipring/browser'),
  )
})
