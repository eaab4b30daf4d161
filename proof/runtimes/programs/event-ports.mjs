/** Do events have the ports that were transferred, whichever way they came? */

import assert from 'node:assert/strict'
import { MessageChannel, Worker as NativeWorker } from 'node:worker_threads'
import { Worker } from '@slipring/worker'
import { check, messagesOf } from './check.mjs'

const EXPECTED = ['a 0', 'b 1 the same', 'c 0', 'd 1 the same', 'e 1 the same']

function postAll(worker) {
  for (const name of 'abcde') {
    if (name === 'a' || name === 'c') worker.postMessage({ name })
    else {
      const { port2 } = new MessageChannel()
      worker.postMessage({ name, port: port2 }, [port2])
    }
  }
}

async function answersOf(Class, listensAfterMs) {
  const worker = new Class(new URL('workers/event-ports.mjs', import.meta.url), { workerData: { listensAfterMs } })
  if (listensAfterMs === 0) assert.deepStrictEqual(await messagesOf(worker, 1), ['listening'])
  const answers = messagesOf(worker, EXPECTED.length)
  postAll(worker)
  assert.deepStrictEqual(await answers, EXPECTED)
  await worker.terminate()
}

await check({
  'from our Worker': () => answersOf(Worker, 0),
  'from a native Worker, to our parentPort': () => answersOf(NativeWorker, 0),
  // Deno drops what comes before anybody listens, natively too.
  ...(!('deno' in process.versions) && { 'before anybody listens': () => answersOf(Worker, 200) }),
})
