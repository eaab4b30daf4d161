/** Runs all cases with native ports and workers or with ours, as its argument says, and prints their logs as JSON. */

import { inspect } from 'node:util'
import { MessageChannel, Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel, Worker } from '@slipring/worker'
import { type AnyPort, cases, delay } from './cases.ts'
import { comlinkCases } from './comlink.ts'
import { workerCases } from './worker-cases.ts'

const kind = process.argv[2]
const logs: Record<string, string[]> = {}

/** Runs one case to its end, or for 20 seconds. */
async function run(name: string, act: (log: (...line: unknown[]) => void) => unknown): Promise<void> {
  const lines: string[] = []
  const log = (...line: unknown[]): void =>
    void lines.push(line.map((part) => (typeof part === 'string' ? part : inspect(part, { depth: 9 }))).join(' '))
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => resolve(log('this case has not ended')), 20_000)
  })
  try {
    await Promise.race([act(log), limit])
  } catch (error) {
    log(`the case failed: ${String(error)}`)
  }
  clearTimeout(timer)
  await delay(2)
  logs[name] = lines
}

function pair(): [AnyPort, AnyPort] {
  if (kind === 'native') {
    const { port1, port2 } = new MessageChannel()
    return [port1, port2]
  }
  const { port, offer } = createChannel()
  return [port, attach(offer)]
}

for (const [name, each] of Object.entries({ ...cases, ...comlinkCases })) {
  const [port, other] = pair()
  await run(name, (log) => each({ port, other, log }))
  port.close()
  other.close()
}

const file = new URL('worker-case.worker.ts', import.meta.url)
const WorkerOfKind = kind === 'native' ? NativeWorker : Worker
for (const [name, each] of Object.entries(workerCases)) {
  const workerData = { kind, name: name.replace('Worker: ', '') }
  const start = ({ shared, ...options }: { shared?: Int32Array } = {}): unknown =>
    new WorkerOfKind(file, { workerData: shared === undefined ? workerData : { ...workerData, shared }, ...options })
  await run(name, (log) => each({ start, log }))
}

console.log(JSON.stringify(logs))
process.exit()
