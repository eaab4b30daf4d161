// @ts-nocheck: it is run as it stands.
/** Stock workerpool; with `execArgv` of its own (second argument). */

import { fileURLToPath } from 'node:url'
import { outcome, print, printRingMessages } from './report.mjs'
import workerpool from 'workerpool'

const [isOwnExecArgv] = process.argv.slice(2)
const pool = workerpool.pool(fileURLToPath(new URL('workerpool.worker.mjs', import.meta.url)), {
  workerType: 'thread',
  minWorkers: 2,
  maxWorkers: 2,
  ...(isOwnExecArgv && { workerThreadOpts: { execArgv: ['--no-warnings'] } }),
})

print(await Promise.all(Array.from({ length: 300 }, (_, a) => pool.exec('add', [a, 1]))))
print(await outcome(pool.exec('fail')))
print(await outcome(pool.exec('later', ['x'])))
const buffer = new ArrayBuffer(1 << 20)
const filled = await pool.exec('fill', [buffer], { transfer: [buffer] })
print(buffer.byteLength, filled.byteLength, new Uint8Array(filled)[12345])
const told = []
print(await pool.exec('tell', [50], { on: ({ number }) => told.push(number) }), told.length, told.at(-1))
const cancelled = pool.exec('later', ['x'])
cancelled.cancel()
print((await outcome(cancelled)).name)
print(await outcome(pool.exec('add', [2, 2])))
const { totalWorkers, pendingTasks } = pool.stats()
print(totalWorkers <= 2, pendingTasks)
printRingMessages()
await pool.terminate()
print('closed')
