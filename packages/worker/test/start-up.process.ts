/** Prints which steps of a program without event listeners have asked for the class of the platform's events. */

import { struct, u32 } from '@slipring/core/schema'

const native = Object.getOwnPropertyDescriptor(globalThis, 'MessageEvent')!
let isTouched = false
Object.defineProperty(globalThis, 'MessageEvent', {
  configurable: true,
  get: () => {
    isTouched = true
    return native.get === undefined ? native.value : native.get.call(globalThis)
  },
})

const log: Record<string, boolean> = {}

const { attach, createChannel, receiveMessageSync } = await import('@slipring/worker')
log['import'] = isTouched
const { port, offer } = createChannel()
const other = attach(offer)
port.postMessage(1)
receiveMessageSync(other)
log['receiveMessageSync'] = isTouched
const heard = new Promise((resolve) => other.on('message', resolve))
port.postMessage(2)
await heard
log['on'] = isTouched
const Counted = struct({ number: u32 })
const [here, there] = [port.channel(Counted), other.channel(Counted)]
here.send({ number: 1 })
await there.receive()
log['records'] = isTouched
port.addEventListener('message', (event) => {
  log['an event'] = event instanceof MessageEvent && event.constructor === MessageEvent && isTouched
  console.log(JSON.stringify(log))
  port.close()
})
port.start()
other.postMessage('heard')
