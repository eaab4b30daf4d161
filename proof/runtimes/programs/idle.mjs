/** Does a silent port cost CPU time? Both threads are parked: here on the event loop, there on it or blocked. */

import assert from 'node:assert/strict'
import { Worker as NativeWorker } from 'node:worker_threads'
import { Worker } from '@slipring/worker'
import { check, messagesOf, note } from './check.mjs'

const MOST_PERCENT = 1
const WATCHED_MS = 1500
/** Compilers and collectors finish their work in threads of their own, later on a busy machine. A thread that polls never ends. */
const MOST_WINDOWS = 5

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const checks = {}
for (const script of ['echo', 'sync-echo'])
  checks[`under ${MOST_PERCENT} % of a core with a parked worker (${script})`] = async () => {
    const worker = new Worker(new URL(`workers/${script}.mjs`, import.meta.url), { workerData: null })
    if (script === 'sync-echo') await messagesOf(worker, 1)
    const ours = await percentOfSilence(worker, script)
    // Bun collects garbage by a timer, at some per cent of a machine that others load as well.
    const most = ours < MOST_PERCENT ? MOST_PERCENT : MOST_PERCENT + (await percentOfNativeSilence())
    assert.ok(ours < most, `${ours.toFixed(2)} %, where ${most.toFixed(2)} % is the limit`)
  }

await check(checks)

function percentOfNativeSilence() {
  return percentOfSilence(new NativeWorker(new URL('workers/native-echo.mjs', import.meta.url)), 'native')
}

/** Of one core, by all threads of the process, once the worker has answered 500 messages and nobody says more. */
async function percentOfSilence(worker, name) {
  await later(50)
  for (let round = 0; round < 500; round++) {
    const echo = messagesOf(worker, 1)
    worker.postMessage(round)
    await echo
  }
  await later(700)
  let percent = Infinity
  for (let window = 0; window < MOST_WINDOWS && percent >= MOST_PERCENT; window++) {
    const before = process.cpuUsage()
    await later(WATCHED_MS)
    const { user, system } = process.cpuUsage(before)
    percent = Math.min(percent, (user + system) / 10 / WATCHED_MS)
  }
  note(`${percent.toFixed(2)} % of a core while silent (${name})`)
  await worker.terminate()
  return percent
}
