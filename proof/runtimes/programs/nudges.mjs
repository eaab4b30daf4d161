/** Is a nudge heard by nobody but the port that sleeps? Where `Atomics.waitAsync` wakes, there is none. */

import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from '@slipring/worker'
import { check, note, numbers, within } from './check.mjs'

const script = new URL('workers/nudges.mjs', import.meta.url)
const ROUNDS = 20
const isNode = !('bun' in process.versions) && !('deno' in process.versions)
/** Longer than anybody looks before it sleeps. */
const UNTIL_ASLEEP_MS = 10

await check({
  'neither the events of a Worker nor who listens to its native port tell of nudges': async () => {
    const natively = []
    class Watched extends Worker {
      emit(event, ...values) {
        if (event === 'message') natively.push(values[0])
        return super.emit(event, ...values)
      }
    }
    const worker = new Watched(script)
    let answered
    worker.on('message', (answer) => answered(answer))
    const ask = async () => {
      await sleep(UNTIL_ASLEEP_MS)
      const answer = new Promise((resolve) => (answered = resolve))
      worker.postMessage('?')
      return within(5000, 'an answer', answer)
    }
    // Until the worker reads the ring, its messages are native ones; and the mark of that comes beside the next.
    for (const _ of numbers(3)) await ask()
    const early = await ask()
    natively.length = 0
    let last = early
    for (const _ of numbers(ROUNDS)) last = await ask()
    const sent = last.nudges - early.nudges
    note(`${sent} nudges from the worker in ${ROUNDS} rounds`)
    assert.equal(sent > ROUNDS / 2, isNode)
    assert.equal(worker.port.stats().nudges > ROUNDS / 2, isNode)
    assert.deepStrictEqual(natively, [])
    assert.deepStrictEqual(last.heard, early.heard)
    await worker.terminate()
  },
})
