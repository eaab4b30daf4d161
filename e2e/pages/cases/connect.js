/** A port to a native worker, beside its native messages; and a channel between two workers. */

import { connect, createChannel } from '@slipring/browser'
import { collect, misplaced, numbers } from '../collect.js'
import { start, startNative } from '../start.js'

export default async function () {
  const worker = startNative('accept')
  const native = collect(worker, 1)
  const port = connect(worker)
  worker.postMessage('beside')
  const replies = collect(port, 1000)
  port.start()
  for (const number of numbers(1000)) port.postMessage(number)
  const messages = await replies

  const own = connect(start('accept-only'))
  const answer = collect(own, 1)
  own.start()
  own.postMessage('to a worker of ours')

  const ours = start('attach')
  const channel = createChannel()
  ours.postMessage({ offer: channel.offer }, channel.transfer)
  const echoes = collect(channel.port, 1000)
  channel.port.start()
  for (const number of numbers(1000)) channel.port.postMessage(number)
  const echoed = misplaced(await echoes)
  channel.port.close()
  const { reason } = await channel.port.closed
  return {
    native: await native,
    misplaced: misplaced(messages.map(({ data }) => data)),
    mode: [...new Set(messages.map(({ mode }) => mode))],
    own: await answer,
    channel: { misplaced: echoed, mode: channel.port.mode, reason },
  }
}
