/** Prints which steps of a program without event listeners have made Node load its web client, which has the class of events. */

import { channelOf } from '@slipring/core/channel'
import { struct, u32 } from '@slipring/core/schema'

const { moduleLoadList } = process as unknown as { moduleLoadList: readonly string[] }
const isLoaded = (): boolean => moduleLoadList.some((name) => name.includes('undici'))

const log: Record<string, boolean> = {}

const { attach, createChannel, receiveMessageSync } = await import('@slipring/worker')
log['import'] = isLoaded()
const { port, offer } = createChannel()
const other = attach(offer)
port.postMessage(1)
receiveMessageSync(other)
log['receiveMessageSync'] = isLoaded()
const heard = new Promise((resolve) => other.on('message', resolve))
port.postMessage(2)
await heard
log['on'] = isLoaded()
const Counted = channelOf(struct({ number: u32 }))
const [here, there] = [port.channel(Counted), other.channel(Counted)]
here.send({ number: 1 })
await there.receive()
log['records'] = isLoaded()
port.addEventListener('message', (event) => {
  log['an event'] = event instanceof MessageEvent && event.constructor === MessageEvent && isLoaded()
  console.log(JSON.stringify(log))
  port.close()
})
port.start()
other.postMessage('heard')
