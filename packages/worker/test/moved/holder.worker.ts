/** Gets ports, tells what they are, and echoes what they bring; hands one on where it is told to. */

import * as native from 'node:worker_threads'
import * as ours from '@slipring/worker'

interface Order {
  readonly port?: ours.NodePort
  /** Where to send it, and nothing else. */
  readonly to?: ours.NodePort
  readonly isBack?: boolean
  readonly post?: unknown
}

const parent = (native.workerData === 'native' ? native.parentPort : ours.parentPort) as ours.NodePort

parent.addEventListener('message', ({ data, ports }: { data: Order; ports?: readonly object[] }) => {
  const { port, to, isBack, post } = data
  if (port === undefined) return
  if (post !== undefined) port.postMessage(post)
  if (to !== undefined) return to.postMessage({ port, post }, [port])
  if (isBack === true) return parent.postMessage({ port }, [port])
  parent.postMessage({
    isOurs: port instanceof ours.NodePort,
    isPort: port instanceof ours.MessagePort,
    ports: ports?.length,
    isAmongPorts: ports?.includes(port),
  })
  port.on('message', (message: unknown) => port.postMessage({ echo: message, mode: port.mode }))
  port.on('close', () => parent.postMessage('closed'))
})
