// @ts-nocheck: it is run as it stands.
/** Stock Piscina or tinypool (second argument), with Piscina's `atomics` (third) and `execArgv` of its own (fourth). */

import { outcome, print, printRingMessages } from './report.mjs'
import { MessageChannel } from 'node:worker_threads'

const [name, atomics, isOwnExecArgv] = process.argv.slice(2)
const { default: Pool } = await import(name)
const filename = new URL('tasks.worker.mjs', import.meta.url).href
const pool = new Pool({
  filename,
  minThreads: 2,
  maxThreads: 2,
  ...(name === 'tinypool' ? { runtime: 'worker_threads' } : { atomics }),
  ...(isOwnExecArgv && { execArgv: ['--no-warnings'] }),
})

print(await Promise.all(Array.from({ length: 300 }, (_, a) => pool.run({ a, b: 1 }))))
print(await outcome(pool.run(undefined, { name: 'fail' })))
print(await outcome(pool.run('x', { name: 'later' })))
// The words of ours name the path, too.
print((await outcome(pool.run(() => {}, { name: 'later' }))).name)
print(await outcome(pool.run({ a: 1, b: 1 }, { name: 'missing' })).then(({ error }) => typeof error))
const buffer = new ArrayBuffer(1 << 20)
const filled = await pool.run(buffer, { name: 'fill', transferList: [buffer] })
print(buffer.byteLength, filled.byteLength, new Uint8Array(filled)[12345])
const { port1, port2 } = new MessageChannel()
const numbers = []
const last = pool.run({ port: port2, count: 50 }, { name: 'answer', transferList: [port2] })
port1.on('message', ({ number }) => {
  numbers.push(number)
  if (number === 49) port1.postMessage('last')
})
print(await last, numbers.length, numbers.at(-1))
// A worker that waits by Atomics tells of no close.
port1.close()
const controller = new AbortController()
const aborted = outcome(pool.run('x', { name: 'never', signal: controller.signal }))
controller.abort()
print((await aborted).name)
print(await outcome(pool.run({ a: 2, b: 2 })))
print(pool.threads.length)
printRingMessages()
await (pool.close?.() ?? pool.destroy())
await pool.destroy()
print('closed')
