/** A way to NATS that a test can cut: a proxy on loopback. Both ends notice, and what was under way is lost. */

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { NatsServer } from '../../../tools/nats-server.ts'

export interface CuttableWay extends Pick<NatsServer, 'port'> {
  /** Ends all connections, and refuses new ones for so many milliseconds. */
  cut(ms: number): void
  stop(): void
}

export async function openWay(server: Pick<NatsServer, 'port'>): Promise<CuttableWay> {
  const sockets = new Set<Socket>()
  let refusesUntil = 0
  const keep = (socket: Socket, other: Socket): void => {
    sockets.add(socket)
    // A socket that is cut tells of it, and so does one whose server was killed.
    socket.on('error', () => {})
    socket.once('close', () => {
      sockets.delete(socket)
      other.destroy()
    })
    socket.pipe(other)
  }
  const proxy = createServer((inner) => {
    if (performance.now() < refusesUntil) return void inner.destroy()
    const outer = connect(server.port, '127.0.0.1')
    keep(inner, outer)
    keep(outer, inner)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const end = (): void => {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  return {
    port: (proxy.address() as AddressInfo).port,
    cut: (ms) => {
      refusesUntil = performance.now() + ms
      end()
    },
    stop: () => {
      proxy.close()
      end()
    },
  }
}
