/** Threads that end, at the other end of channels that nobody has closed. */

import { attach, createChannel } from '@slipring/browser'
import { collect, misplaced, pause } from '../collect.js'
import { startNative } from '../start.js'

export default async function () {
  const unseen = await endBeforeHearing()
  const [ended, closed, idle, busy, kept, unheard, between] = await Promise.all([
    endOf('end'),
    endOf('close'),
    endOf('nothing', true),
    endOf('be busy', true),
    keptMessages(),
    endOfUnheard(),
    betweenWorkers(),
  ])
  // Without shared memory it may be of another origin, whose locks are apart.
  const before = crossOriginIsolated && { 'ended before': await endOfMaker() }
  return { ended, closed, idle, busy, kept, unheard, between, unseen, ...before }
}

/** It has made a channel and is gone before the page attaches. */
async function endOfMaker() {
  const worker = startNative('mortal')
  const made = collect(worker, 1)
  worker.postMessage({ what: 'make a channel' })
  const [offer] = await made
  while (!(await locksOf(offer.token, 'held')).length) await pause(10)
  await pause(100)
  worker.terminate()
  while ((await locksOf(offer.token, 'held')).length) await pause(10)
  const { reason } = await attach(offer).closed
  return reason
}

/** It holds its lock and says so, but has ended before the page can hear of it. */
async function endBeforeHearing() {
  const worker = startNative('mortal')
  const isLoaded = collect(worker, 1)
  worker.postMessage({ what: 'make a channel' })
  await isLoaded
  const { port, offer, transfer } = createChannel()
  while (!(await locksOf(offer.token, 'held')).length) await pause(10)
  worker.postMessage({ offer }, transfer)
  for (const end = performance.now() + 500; performance.now() < end;);
  worker.terminate()
  const { reason } = await port.closed
  return reason
}

/**
 * @param {string} what
 * @param {boolean} [isTerminated]
 */
async function endOf(what, isTerminated) {
  const { worker, port } = await connected()
  const messages = collect(port, 301)
  port.start()
  port.postMessage({ what, count: 300 })
  const inOrder = misplaced(await messages) === 0
  if (isTerminated) worker.terminate()
  const { reason } = await port.closed
  return { reason, inOrder }
}

/** Messages that nobody has asked for when the thread ends are there for a later question. */
async function keptMessages() {
  const { port } = await connected()
  port.postMessage({ what: 'end', count: 3 })
  await pause(500)
  const messages = []
  for await (const message of port) messages.push(message)
  const { reason } = await port.closed
  return { reason, inOrder: misplaced(messages) === 0, count: messages.length }
}

/** A port that only posts. */
async function endOfUnheard() {
  const { worker, port } = await connected()
  for (let number = 0; number < 100; number++) port.postMessage({ what: 'stay silent' })
  worker.terminate()
  const { reason } = await port.closed
  return reason
}

/** The page has the ends of neither, it passes on the offer. */
async function betweenWorkers() {
  const [maker, other] = [startNative('mortal'), startNative('mortal')]
  const made = collect(maker, 1)
  maker.postMessage({ what: 'make a channel' })
  const [offer] = await made
  other.postMessage({ offer }, [offer.lane])
  await areHeld(offer.token)
  const outcome = collect(other, 1)
  other.postMessage({ what: 'await the end' })
  await pause(100)
  maker.terminate()
  return (await outcome)[0]
}

async function connected() {
  const worker = startNative('mortal')
  const { port, offer, transfer } = createChannel()
  worker.postMessage({ offer }, transfer)
  // A thread that ends in its first moments has not held its lock yet, and nobody learns of its end.
  await areHeld(offer.token)
  return { worker, port }
}

/**
 * Both hold their locks, and each waits for that of the other.
 * @param {string} token
 */
async function areHeld(token) {
  while ((await locksOf(token, 'held')).length < 2 || (await locksOf(token, 'pending')).length < 2) await pause(10)
}

/**
 * The locks of a channel.
 * @param {string} token
 * @param {'held' | 'pending'} state
 */
async function locksOf(token, state) {
  const { [state]: locks = [] } = await navigator.locks.query()
  return locks.filter(({ name }) => name?.startsWith(token))
}
