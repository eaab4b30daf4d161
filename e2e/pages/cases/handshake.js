/** Every order in which page and worker may begin. */

import { collect, misplaced, numbers, pause } from '../collect.js'
import { Worker } from '@slipring/browser'
import { start } from '../start.js'

export default async function () {
  return {
    throughout: await postThroughout(),
    'only posts': await workerOnlyPosts(),
    'listens late': await workerListensLate(),
    'loads late': await workerLoadsLate(),
    'high water mark': await highWaterMark(),
    'options of the worker': await refused(),
    'entry module': await collect(start('entry-twice', { name: 'mine' }), 1),
    'inherited options': await collect(startWithInherited('entry-twice'), 1),
  }
}

/** @param {string} name */
function startWithInherited(name) {
  const url = new URL(`../workers/${name}.js`, import.meta.url)
  return new Worker(url, Object.create({ type: 'module', name: 'inherited' }))
}

/** Half of the ring, also of a page's port, whose ring the worker makes. */
async function highWaterMark() {
  const worker = start('echo', { capacity: 4096 })
  const echo = collect(worker, 1)
  worker.postMessage({ number: 0 })
  await echo
  return worker.port.highWaterMark
}

/** The worker may have no more than so much buffered, and is told when the page has caught up. */
async function refused() {
  const worker = start('parent-port-options', { parentPort: { maxBufferedBytes: 50_000, highWaterMark: 0 } })
  worker.postMessage('begin')
  for (let count = 0; ; count++) {
    const message = await worker.port.receive({ timeout: 5000 })
    if (Array.isArray(message)) return [count === message[0] && count > 80, message[1]]
    if (message.number !== count) return [message.number, count]
  }
}

/** The page posts without a pause while the worker begins: before, during and after the hello. */
async function postThroughout() {
  const worker = start('echo')
  const echoes = collect(worker, 4000)
  for (const number of numbers(4000)) {
    worker.postMessage({ number })
    if (number % 20 === 0) await pause(0)
  }
  const messages = await echoes
  const { messagesSent, spills } = worker.port.stats()
  return { misplaced: misplaced(messages), isShared: messagesSent - spills > 1000 }
}

async function workerOnlyPosts() {
  const worker = start('only-posts')
  const first = misplaced(await collect(worker, 1000))
  const echoes = collect(worker, 1000)
  for (const number of numbers(1000)) worker.postMessage(number)
  return [first, misplaced(await echoes)]
}

async function workerListensLate() {
  const worker = start('listens-late')
  await collect(worker, 1)
  const echoes = collect(worker, 2000)
  for (const number of numbers(1000)) worker.postMessage({ number })
  await pause(200)
  for (const number of numbers(1000)) worker.postMessage({ number: 1000 + number })
  return misplaced(await echoes)
}

/** Messages that the page posted are lost, as they are to a native handler; the order of the rest must not wait for it. */
async function workerLoadsLate() {
  const worker = start('loads-late')
  for (const number of numbers(10)) worker.postMessage(number)
  const [ready] = await collect(worker, 1)
  const echoes = collect(worker, 100)
  for (const number of numbers(100)) worker.postMessage({ number })
  return [ready, misplaced(await echoes)]
}
