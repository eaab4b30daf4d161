/** The other end of typed.mjs: does what its workerData says. */

import { workerData } from 'node:worker_threads'
import { attach, parentPort } from '@slipring/worker'
import { counted, Counted, Foreign, New, numberIn, Old, Small } from '../typed-schemas.mjs'

const { does, offer, options, count } = workerData
const port = offer === undefined ? parentPort : attach(offer, options)

if (does === 'tell') {
  const seen = []
  const see = (number) => {
    seen.push(number)
    if (seen.length < count) return
    port.postMessage(seen)
    if (offer !== undefined) port.close()
  }
  port.channel(Counted, { name: 'counted' }).onrecord = (record) => see(numberIn(record))
  port.channel(Small).onrecord = ({ number, half }) => see(half === number / 2 ? number : -1)
  port.on('message', (message) => see(message.number))
}

if (does === 'send') {
  const all = port.channel(Counted, { name: 'counted' })
  const small = port.channel(Small)
  for (let number = 0; number < count; number++) {
    if (number % 3 === 0) port.postMessage({ number })
    else if (number % 3 === 1) all.send(counted(number))
    else {
      small.write((record) => {
        record.number = number
        record.half = number / 2
      })
    }
  }
}

if (does === 'differ') {
  const newer = port.channel(Old, { name: 'version' })
  const other = port.channel(Foreign, { name: 'foreign' })
  newer.onrecord = (record) => newer.send(record.copy())
  other.opened.catch(({ name, message }) => port.postMessage({ name, message }))
}

if (does === 'echo new') {
  const channel = port.channel(New, { name: 'version' })
  for await (const record of channel) channel.send(record)
}
