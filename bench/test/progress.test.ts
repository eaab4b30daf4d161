import { PassThrough } from 'node:stream'
import { expect, it } from 'vitest'
import { createProgress } from '../src/progress.ts'

it('says a line a minute where there is no terminal', () => {
  const stream = new PassThrough()
  let now = 0
  const progress = createProgress(stream, () => now)
  for (const [at, share] of [
    [0, 0],
    [59_999, 0.1],
    [60_000, 0.2],
    [119_999, 0.3],
    [200_000, 0.456],
  ] as const) {
    now = at
    progress.update(share, `cell at ${at}`)
  }
  progress.stop()
  expect(String(stream.read())).toBe('20 %, cell at 60000\n46 %, cell at 200000\n')
})
