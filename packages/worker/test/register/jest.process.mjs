// @ts-nocheck: it is run as it stands.
/** Stock jest-worker with threads; with `execArgv` of its own (second argument). */

import { fileURLToPath } from 'node:url'
import { outcome, print, printRingMessages } from './report.mjs'
import { Worker } from 'jest-worker'

const [isOwnExecArgv] = process.argv.slice(2)
const pool = new Worker(fileURLToPath(new URL('jest.worker.cjs', import.meta.url)), {
  enableWorkerThreads: true,
  numWorkers: 2,
  exposedMethods: ['add', 'fail', 'later', 'size'],
  ...(isOwnExecArgv && { forkOptions: { execArgv: ['--no-warnings'] } }),
})

print(await Promise.all(Array.from({ length: 300 }, (_, a) => pool.add(a, 1))))
print(await outcome(pool.fail()))
print(await outcome(pool.later('x')))
print(await pool.size(new ArrayBuffer(1 << 20)))
print(await outcome(pool.add(2, 2)))
printRingMessages()
print(await pool.end())
