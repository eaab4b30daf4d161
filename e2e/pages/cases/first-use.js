/** A worker that first uses its port late, or to no other end than to hear of the page's. */

import { collect, misplaced, numbers } from '../collect.js'
import { Counted } from '../schemas.js'
import { start } from '../start.js'

export default async function () {
  return {
    'listens late': await listensLate(),
    told: await toldOfTheEnd('told'),
    'only posts': [await toldOfTheEnd('told-poster'), await toldOfTheEnd('told-listener')],
    typed: await opensLate(),
    'by an event': await listensByEvent(),
    'native handler': await handlesNatively(),
  }
}

/** Also what looks like a message of ours that has no name. */
async function handlesNatively() {
  const worker = start('native-handler')
  await collect(worker, 1)
  const values = collect(worker, 4)
  for (const value of ['one', '', ['', 1, 2], 'two']) worker.postMessage(value)
  return values
}

/** Its global object needs no `start()`, nor does its port; options that cannot be had there are no hindrance. */
async function listensByEvent() {
  const worker = start('event-echo', { parentPort: { whenFull: 'block' } })
  await collect(worker, 1)
  const echoes = collect(worker, 2)
  worker.postMessage('one')
  worker.postMessage('two')
  return echoes
}

/** From its first message on it keeps what comes. */
async function listensLate() {
  const worker = start('listens-late')
  await collect(worker, 1)
  const echoes = collect(worker, 500)
  for (const number of numbers(500)) worker.postMessage({ number })
  return misplaced(await echoes)
}

/**
 * Once the page has closed its port it hears nothing more by that.
 * @param {string} name
 */
async function toldOfTheEnd(name) {
  const said = new BroadcastChannel('told')
  const messages = collect(said, 1)
  const worker = start(name, { name })
  await collect(worker, 1)
  worker.port.close()
  const [reason] = await messages
  said.close()
  worker.terminate()
  return reason
}

/** Channels that the page opened, and messages that it sent, before anybody listened are lost. */
async function opensLate() {
  const worker = start('opens-late')
  const first = worker.port.channel(Counted, { name: 'first' })
  first.send({ number: 1, text: 'dropped' })
  await collect(worker, 1)
  const second = worker.port.channel(Counted, { name: 'second' })
  await Promise.all([first.opened, second.opened])
  const records = collect(worker, 2)
  first.send({ number: 2, text: 'for the first' })
  second.send({ number: 3, text: 'for the second' })
  return records
}
