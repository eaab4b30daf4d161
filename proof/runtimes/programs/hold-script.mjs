/** One script over a native MessagePort or one of ours, named in the arguments: logs what it sees and how it ends. */

import { MessageChannel } from 'node:worker_threads'
import { attach, createChannel } from '@slipring/worker'

const [kind, scenario] = process.argv.slice(2)
const log = (text) => console.log(text)

function pair() {
  if (kind === 'native') {
    const { port1, port2 } = new MessageChannel()
    return [port1, port2]
  }
  const { port, offer } = createChannel()
  return [port, attach(offer)]
}

const [port, peer] = pair()
// Held by a global: one engine closes a port whose peer it has collected.
globalThis.kept = [port, peer]
const listener = (message) => log(`message ${message}`)
const onEvent = ({ data }) => log(`message ${data}`)
const refs = (step) => log(`${step}: ${port.hasRef()}`)

export const SCENARIOS = {
  untouched: () => {},
  'posts to a port nobody listens to': () => peer.postMessage(1),
  on: () => port.on('message', listener),
  'on, then unref': () => port.on('message', listener).unref(),
  'on, then off': () => port.on('message', listener).off('message', listener),
  'on, unref, then ref': () => {
    port.on('message', listener)
    port.unref()
    refs('unref')
    port.ref()
    refs('ref')
  },
  'unref before on': () => {
    port.unref()
    port.on('message', listener)
  },
  'two listeners, one off': () => {
    port.on('message', listener).on('message', onEvent)
    port.off('message', listener)
  },
  'once, never called': () => port.once('message', listener),
  'once, called': () => {
    port.once('message', listener)
    peer.postMessage(1)
  },
  addEventListener: () => port.addEventListener('message', onEvent),
  'addEventListener, then start': () => {
    port.addEventListener('message', onEvent)
    port.start()
  },
  onmessage: () => (port.onmessage = onEvent),
  'onmessage, then null': () => {
    port.onmessage = onEvent
    refs('set')
    port.onmessage = null
  },
  'start alone': () => port.start(),
  'ref alone': () => port.ref(),
  'start and ref': () => {
    port.start()
    port.ref()
  },
  'ref after off': () => {
    port.on('message', listener).off('message', listener)
    port.ref()
  },
  'a listener for close only': () => port.on('close', () => log('close')),
  'on, then close': () => {
    port.on('message', listener)
    port.close()
    refs('closed')
  },
  'on, then the peer closes': () => {
    port.on('message', listener)
    port.on('close', () => log('close'))
    peer.close()
  },
  'messages, then the peer closes': () => {
    port.on('message', listener)
    port.on('close', () => log('close'))
    peer.postMessage(1)
    peer.postMessage(2)
    peer.close()
  },
  'closes in its listener': () => {
    port.on('message', (message) => {
      listener(message)
      port.close()
    })
    port.on('close', () => log('close'))
    peer.postMessage(1)
  },
  'unref, and messages under way': () => {
    port.on('message', listener)
    port.unref()
    peer.postMessage(1)
  },
  'both listen, one closes': () => {
    port.on('message', listener)
    peer.on('message', listener)
    peer.close()
  },
}

if (kind !== undefined) {
  process.on('exit', (code) => log(`exit ${code}`))
  // Unreferenced: only what is tried here holds the process until then. In steps, between each two of which a process that
  // nothing holds ends, however late a busy machine lets the first come.
  let stepsLeft = 5
  const step = () => {
    if (stepsLeft-- > 0) return setTimeout(step, 50).unref()
    log('still held')
    process.exit(0)
  }
  step()
  refs('before')
  SCENARIOS[scenario]()
  refs('after')
}
