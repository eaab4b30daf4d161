/** Does a silent port cost CPU time? Both threads are parked: here on the event loop, there on it or blocked. */

import assert from 'node:assert/strict'
import { Worker } from '@slipring/worker'
import { check, messagesOf, note } from './check.mjs'

const MOST_PERCENT = 1
const WATCHED_MS = 1500
/** Compilers and collectors finish their work in threads of their own, later on a busy machine; who polls never does. */
const MOST_WINDOWS = 3

const later = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

const checks = {}
for (const script of ['echo', 'sync-echo'])
  checks[`under ${MOST_PERCENT} % of a core with a parked worker (${script})`] = async () => {
    const worker = new Worker(new URL(`workers/${script}.mjs`, import.meta.url), { workerData: null })
    if (script === 'sync-echo') await messagesOf(worker, 1)
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
      percent = (user + system) / 10 / WATCHED_MS
      note(`${percent.toFixed(2)} % of a core while silent (${script})`)
    }
    await worker.terminate()
    assert.ok(percent < MOST_PERCENT, `${percent.toFixed(2)} %`)
  }

await check(checks)
