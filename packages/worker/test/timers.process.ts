/**
 * `node --conditions=slipring-source packages/worker/test/timers.process.ts`: how late a timer due every 5 ms is on a
 * thread to which a port delivers at full speed, in both deliveries and both directions. Ends with 1 when its p99 is more
 * than `--p99` milliseconds.
 */

import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { createChannel, type PortOptions } from '@slipring/worker'
import { flood, type Lateness, latenessUnder } from './lateness.ts'

const { values } = parseArgs({
  options: { ms: { type: 'string', default: '2000' }, p99: { type: 'string', default: '10' } },
})
const ms = Number(values.ms)
const mostMs = Number(values.p99)

for (const delivery of ['batch', 'task'] as const) {
  for (const toMain of [true, false]) {
    const lateness = await run({ delivery }, toMain)
    const { p50, p99, max, timers, messages } = lateness
    const [a, b, c] = [p50, p99, max].map((time) => time.toFixed(2))
    const rate = Math.round((messages * 1000) / ms)
    console.log(
      `${delivery}, to ${toMain ? 'the main thread' : 'a worker'}: ${timers} timers late by p50 ${a}, p99 ${b}, ` +
        `max ${c} ms; ${rate} messages/s`,
    )
    if (!(p99 <= mostMs)) process.exitCode = 1
  }
}

async function run(options: PortOptions, toMain: boolean): Promise<Lateness> {
  const { port, offer, transfer } = createChannel(options)
  const worker = new Worker(new URL('timers.worker.ts', import.meta.url), {
    workerData: { offer, ms: toMain ? ms : 0, options },
    transferList: [...transfer],
  })
  if (!toMain) await flood(port, ms)
  const lateness: Lateness = toMain ? await latenessUnder(port) : await port.receive()
  port.close()
  await worker.terminate()
  return lateness
}
