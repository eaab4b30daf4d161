// @ts-nocheck: it is run as it stands.
/** Stock poolifier; with `execArgv` of its own (second argument). */

import { fileURLToPath } from 'node:url'
import { outcome, print, printRingMessages } from './report.mjs'
import { FixedThreadPool } from 'poolifier'

const [isOwnExecArgv] = process.argv.slice(2)
const file = fileURLToPath(new URL('poolifier.worker.mjs', import.meta.url))
const pool = new FixedThreadPool(2, file, {
  errorHandler: () => {},
  ...(isOwnExecArgv && { workerOptions: { execArgv: ['--no-warnings'] } }),
})

print(await Promise.all(Array.from({ length: 300 }, (_, a) => pool.execute({ a, b: 1 }, 'add'))))
print(await outcome(pool.execute(undefined, 'fail')))
print(await outcome(pool.execute('x', 'later')))
const buffer = new ArrayBuffer(1 << 20)
const filled = await pool.execute(buffer, 'fill', undefined, [buffer])
print(buffer.byteLength, filled.byteLength, new Uint8Array(filled)[12345])
print(await pool.addTaskFunction('twice', (value) => value * 2))
print(await pool.execute(21, 'twice'))
print(await outcome(pool.execute({ a: 2, b: 2 }, 'add')))
print(pool.info.workerNodes)
printRingMessages()
// It may never say that it is done; but the process ends.
void pool.destroy()
