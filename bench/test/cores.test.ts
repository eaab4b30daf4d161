import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

/** Tells on which cores a thread may run, and one that it makes. Runs in a thread of its own, which keeps to a core afterwards. */
const THREAD = `
import { readFileSync, readlinkSync } from 'node:fs'
import { parentPort, Worker, workerData } from 'node:worker_threads'
const { cores } = await import(workerData.module)
const coresOf = (thread) => /Cpus_allowed_list:\\s*(\\S+)/.exec(readFileSync('/proc/' + thread + '/status', 'utf8'))[1]
const keepThreads = cores.noteThreads(workerData.placing)
const other = new Worker('const { parentPort } = require("node:worker_threads"); parentPort.on("message", () => parentPort.postMessage(require("node:fs").readlinkSync("/proc/thread-self")))', { eval: true })
const name = await new Promise((resolve) => { other.once('message', resolve); other.postMessage(0) })
keepThreads()
parentPort.postMessage({ own: coresOf(readlinkSync('/proc/thread-self')), other: coresOf(name) })
other.terminate()
`

const isKnown = existsSync('/proc/thread-self') && existsSync('/usr/bin/taskset') && availableParallelism() > 1
if (!isKnown) console.log('skipped: there is one core, or threads cannot be told here on which to run')

test.skipIf(!isKnown).each([
  ['same core', { own: '0', other: '0' }],
  ['two cores', { own: '0', other: '1' }],
] as const)('threads keep to the %s', async (placing, expected) => {
  const module = new URL('../src/cores.ts', import.meta.url).href
  const code = new URL(`data:text/javascript,${encodeURIComponent(THREAD)}`)
  const worker = new Worker(code, { workerData: { module, placing } })
  const found = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  expect(found).toEqual(expected)
})
