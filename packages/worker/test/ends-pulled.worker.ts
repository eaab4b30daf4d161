// Posts one message on request and soon closes its end, or tells how its own end was closed.
import { parentPort } from '@slipring/worker'

const port = parentPort!
// It lives on.
setInterval(() => {}, 1000)
if (process.env['CLOSES'] === '1') {
  port.postMessage('last')
  setTimeout(() => port.close(), 50)
} else {
  const { signal } = (await port.receive()) as { signal: Int32Array }
  port.postMessage('received')
  const { reason } = await port.closed
  Atomics.store(signal, 0, reason === 'peer-closed' ? 1 : 2)
}
