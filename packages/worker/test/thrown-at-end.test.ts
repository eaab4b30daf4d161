// A listener may throw while the last messages of a worker are delivered, which may end the process. The worker's exit must
// not be told before that: a program that ends at the exit would report success.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { amountOfRun } from '../../../tools/short-run.mjs'

const program = fileURLToPath(new URL('thrown-at-end.process.ts', import.meta.url))

function run(which: string, name: string): { code: number | null; said: string[] } {
  const { status, stdout } = spawnSync(process.execPath, ['--conditions=slipring-source', program, which, name], {
    encoding: 'utf8',
    timeout: 20_000,
  })
  return { code: status, said: stdout.trim().split('\n') }
}

test.each(['the only one', 'one of many', 'handled, the only one'])(
  'a listener fails: %s',
  { timeout: 60_000 },
  (name) => {
    const ours = run('ours', name)
    expect(ours).toEqual(run('native', name))
    expect(ours.said).toContain(name.startsWith('handled') ? 'handled listener' : 'process 1')
  },
)

test(
  'a listener fails for some messages, which is handled: the others come, and then the exit',
  { timeout: 60_000 },
  () => {
    const { code, said } = run('ours', 'handled, some of many')
    const expected = [...Array(50).keys()].flatMap((number) => [
      `message ${number}`,
      ...(number % 20 === 0 ? [`handled listener ${number}`] : []),
    ])
    expect({ code, said }).toEqual({ code: 0, said: [...expected, 'exit 0', 'process 0'] })
  },
)

test.each(['the worker', 'handled, the worker'])('nobody listens for an error: %s', { timeout: 60_000 }, (name) => {
  for (let round = 0; round < amountOfRun(5); round++) {
    const { code, said } = run('ours', name)
    expect(said).toEqual(
      name.startsWith('handled') ? ['message 0', 'handled worker', 'exit 1', 'process 0'] : ['message 0', 'process 1'],
    )
    expect(code).toBe(name.startsWith('handled') ? 0 : 1)
  }
})
