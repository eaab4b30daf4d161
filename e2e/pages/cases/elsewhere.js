/** Channels to workers that belong to no one page: shared memory cannot go there. */

import { attach, createChannel } from '@slipring/browser'
import { collect, misplaced, numbers } from '../collect.js'

export default async function () {
  const shared = new SharedWorker(new URL('../workers/shared.js', import.meta.url), { type: 'module' })
  const registration = await navigator.serviceWorker.register(new URL('../workers/service.js', import.meta.url), {
    type: 'module',
  })
  const service = await activated(registration)
  const results = {
    shared: await conversation(shared.port),
    service: await conversation(service),
    made: await echoOfMade(service),
  }
  await registration.unregister()
  return results
}

/** @param {{ postMessage(message: unknown, transfer: Transferable[]): void }} worker */
async function conversation(worker) {
  const { port, offer, transfer } = createChannel({ mode: 'copied' })
  worker.postMessage(offer, transfer)
  const echoes = collect(port, 1000)
  port.start()
  for (const number of numbers(1000)) port.postMessage(number)
  const echoed = misplaced(await echoes)
  port.postMessage({ zero: -0 })
  const [{ zero }] = await collect(port, 1)
  port.close()
  const { reason } = await port.closed
  return { mode: port.mode, misplaced: echoed, isFaithful: Object.is(zero, -0), reason }
}

/**
 * By a channel that the service worker has made.
 * @param {ServiceWorker} service
 */
async function echoOfMade(service) {
  const { serviceWorker } = navigator
  const made = Promise.race([
    collect(serviceWorker, 1),
    new Promise((resolve) =>
      serviceWorker.addEventListener('messageerror', () => resolve(['an offer that cannot be read'])),
    ),
  ])
  serviceWorker.startMessages()
  service.postMessage('make a channel')
  const [offer] = await made
  if (typeof offer === 'string') return offer
  const port = attach(offer)
  port.postMessage('by its channel')
  const echo = await port.receive()
  port.close()
  return echo
}

/**
 * @param {ServiceWorkerRegistration} registration
 * @returns {Promise<ServiceWorker>}
 */
function activated({ installing, waiting, active }) {
  const worker = installing ?? waiting ?? active
  if (worker === null) throw new Error('There is no service worker to wait for')
  return new Promise((resolve) => {
    const look = () => worker.state === 'activated' && resolve(worker)
    worker.addEventListener('statechange', look)
    look()
  })
}
