import { spawnSync } from 'node:child_process'
import { delimiter } from 'node:path'
import { expect, test } from 'vitest'
import { runExampleWithin } from './run-example.ts'

const env = { ...process.env, PATH: `${process.env['PATH']}${delimiter}/usr/sbin` }
const isThere = spawnSync('nats-server', ['--version'], { env }).status === 0

// Seven seconds; NATS and four processes are many for a machine that has other work.
const LIMIT_MS = 60_000

test.skipIf(!isThere)(
  'many machines: the answer is right though a server and NATS are killed',
  () => {
    const { code, printed, errors } = runExampleWithin(LIMIT_MS, 'many-machines')
    expect(errors).toBe('')
    expect(printed).toMatch(/One of 3 servers is killed\n(.*\n)*nats-server is killed\nnats-server is there again/)
    expect(printed).toMatch(/│ from 500 +│ [\d,]+ +│ [\d.]+ % +│ \d+ +│/)
    expect(printed).toMatch(/\d+ tasks in [\d.]+ s\. The answer is that of one thread\./)
    expect(code).toBe(0)
  },
  2 * LIMIT_MS,
)

test.skipIf(isThere)('many machines: without nats-server the command says how to get it', () => {
  const { code, errors } = runExampleWithin(LIMIT_MS, 'many-machines')
  expect(errors).toContain('apt-get install nats-server')
  expect(code).toBe(2)
})
