/** Opens a port in the way its argument names and prints `done`; then nothing but the port could keep the process. */

import { MessageChannel } from 'node:worker_threads'
import { attach, createChannel, receiveMessageOnPort, Worker } from '@slipring/worker'

const scenario = process.argv[2]
const echo = new URL('echo.worker.ts', import.meta.url)
const { port, offer } = createChannel()
const ignore = (): void => {}

if (scenario === 'worker-unref-receive') {
  const worker = new Worker(echo)
  worker.unref()
  worker.postMessage(1)
  await worker.port.receive()
  console.log('done')
} else if (scenario === 'worker-unref-receive-on') {
  const worker = new Worker(echo)
  worker.unref()
  worker.on('message', () => {
    console.log('done')
    worker.removeAllListeners('message')
  })
  worker.postMessage('for receive()')
  await worker.port.receive()
  setTimeout(() => worker.postMessage('for the listener'), 100).unref()
} else if (scenario === 'worker-unref-receive-off') {
  const worker = new Worker(echo)
  worker.unref()
  const received = worker.port.receive()
  worker.on('message', ignore)
  worker.off('message', ignore)
  worker.postMessage(1)
  await received
  console.log('done')
} else if (scenario === 'worker-unref' || scenario === 'worker-ends') {
  const worker =
    scenario === 'worker-unref'
      ? new Worker(echo)
      : new Worker(new URL('post-and-exit.worker.ts', import.meta.url), { workerData: { count: 1, code: 0 } })
  worker.once('message', () => {
    console.log('done')
    if (scenario === 'worker-unref') worker.unref()
  })
  worker.postMessage(1)
} else if (scenario === 'never-started') {
  port.postMessage(1)
  console.log('done')
} else if (scenario === 'drain') {
  const { port: full, offer: slow } = createChannel({ capacity: 4096 })
  attach(slow)
  // Into rings that nobody ever drains.
  for (let count = 0; count < 50; count++) full.postMessage('x'.repeat(500))
  full.on('drain', () => {})
  full.postMessage('last')
  console.log('done')
} else if (scenario === 'start') {
  attach(offer).start()
  console.log('done')
} else if (scenario === 'ready') {
  const { port: full, offer: slow } = createChannel({ highWaterMark: 0 })
  const other = attach(slow)
  full.postMessage(1)
  // Nothing but the pending promise holds the process now, so after 300 ms it must still be there.
  setTimeout(() => receiveMessageOnPort(other), 300).unref()
  await full.ready
  console.log('done')
} else if (scenario === 'unref-receive') {
  const other = attach(offer)
  void other.receive({ timeout: 60_000 })
  other.unref()
  console.log('done')
} else if (scenario === 'receive' || scenario === 'receive-held') {
  const other = attach(offer)
  const wait = scenario === 'receive' ? 0 : 300
  const timer = setTimeout(() => port.postMessage('done'), wait)
  // Nothing but the pending receive holds the process now, so after 300 ms it must still be there.
  if (wait !== 0) timer.unref()
  console.log(await other.receive())
} else {
  const other = attach(offer)
  const listener = (): void => {
    console.log('done')
    if (scenario === 'unref') other.unref()
    if (scenario === 'off') other.off('message', listener)
    if (scenario === 'close') other.close()
    if (scenario === 'peer-close') port.close()
    if (scenario === 'held')
      setTimeout(() => {
        // A closed native channel holds nothing, so only `other` could have kept us for these 300 ms.
        other.close()
        console.log('closed after 300 ms')
      }, 300).unref()
  }
  other.on('message', listener)
  port.postMessage(1)
  new MessageChannel().port1.close()
}
