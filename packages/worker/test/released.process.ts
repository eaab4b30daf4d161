/** Prints what still holds the process after each kind of end. Nothing may: a program that has closed everything ends at once. */

import { setImmediate } from 'node:timers/promises'
import { MessageChannel, Pool, Worker } from '@slipring/worker'
import { Piscina } from '@slipring/worker/piscina'

const filename = new URL('pool/tasks.worker.ts', import.meta.url)

const ends: Record<string, () => Promise<unknown>> = {
  'Pool.close': async () => {
    const pool = new Pool({ filename, maxThreads: 2 })
    await pool.run(1, { timeout: 60_000, signal: new AbortController().signal })
    await pool.close()
  },
  'Pool.close, never used': () => new Pool({ filename, minThreads: 2, maxThreads: 2 }).close(),
  'Pool.destroy': async () => {
    const pool = new Pool({ filename, maxThreads: 1 })
    const running = pool.run(60_000, { name: 'wait', timeout: 60_000 }).catch(() => {})
    await pool.destroy()
    await running
  },
  'Piscina.close': async () => {
    const pool = new Piscina({ filename: filename.href, maxThreads: 1 })
    await pool.run(1)
    await pool.close()
  },
  'Piscina.destroy': async () => {
    const pool = new Piscina({ filename: filename.href, maxThreads: 1 })
    await pool.run(1)
    await pool.destroy()
  },
  'Worker.terminate': async () => {
    const worker = new Worker(new URL('echo.worker.ts', import.meta.url))
    worker.port.postMessage(1)
    await worker.port.receive({ timeout: 60_000 })
    await worker.terminate()
  },
  'MessagePort.close': async () => {
    const { port1, port2 } = new MessageChannel()
    port1.postMessage(1)
    await port2.receive({ timeout: 60_000 })
    port1.close()
    await port2.closed
  },
}

const kept: Record<string, string[]> = {}
// These open when they are first used, and stay.
const own = [process.stdout, process.stderr]
const before = process.getActiveResourcesInfo()
for (const [name, end] of Object.entries(ends)) {
  await end()
  // The platform tells of closed handles in the next turns.
  for (let turn = 0; turn < 5; turn++) await setImmediate()
  const left = process.getActiveResourcesInfo()
  for (const kind of before) if (left.includes(kind)) left.splice(left.indexOf(kind), 1)
  kept[name] = left.filter((kind) => kind !== 'Immediate')
}
own[0]!.write(JSON.stringify(kept))
