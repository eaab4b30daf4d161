import { EventEmitter } from 'node:events'
import { MessageChannel, MessagePort } from 'node:worker_threads'
import type { LaneListener } from '@slipring/core'
import { describe, expect, test, vi } from 'vitest'
import { MessagePortLane } from '../src/message-port-lane.ts'

const RECEIVED_PORTS = Symbol.for('nodejs.internal.kCurrentlyReceivingPorts')
const deaf: LaneListener = { onMessage: () => {}, onMessageError: () => {}, onClose: () => {} }

/** The `parentPort` that Deno gives a worker: it is no MessagePort, and it lacks close, hasRef and start. */
class ParentPortOfDeno extends EventEmitter {
  refs = 0
  ref(): void {
    this.refs++
  }
  unref(): void {
    this.refs--
  }
  postMessage(): void {}
}

test('a lane that delivers holds the process only when it is told to', () => {
  const { port1 } = new MessageChannel()
  const lane = new MessagePortLane(port1)
  lane.start(deaf)
  expect(lane.hasRef()).toBe(false)
  lane.ref()
  expect(lane.hasRef()).toBe(true)
  lane.close()
})

test('a lane that was referenced before it delivers stays so', () => {
  const { port1 } = new MessageChannel()
  const lane = new MessagePortLane(port1)
  lane.ref()
  lane.start(deaf)
  expect(lane.hasRef()).toBe(true)
  lane.close()
})

describe.each<[string, (port: MessagePort) => unknown]>([
  ['a port', () => {}],
  ['a port to which somebody listens for events before', (port) => port.addEventListener('message', () => {})],
  ['a port that does not say what it has received', (port) => Reflect.deleteProperty(port, RECEIVED_PORTS)],
])('of %s', (_, prepare) => {
  test('messages come with the ports that were transferred, and undefined is no null', async () => {
    const { port1, port2 } = new MessageChannel()
    const [first, second] = [new MessageChannel().port1, new MessageChannel().port1]
    expect(RECEIVED_PORTS in port1).toBe(true)
    prepare(port1)
    const lane = new MessagePortLane(port1)
    const taken: unknown[] = []
    lane.start({ ...deaf, onMessage: (message, ports) => taken.push([message, ports?.length ?? 0]) })
    port2.postMessage(undefined)
    port2.postMessage(null, [first])
    port2.postMessage({ second }, [second])
    for (const message of [null, 1, undefined]) port2.postMessage(message)
    await vi.waitFor(() => expect(taken).toHaveLength(6))
    const messages = [undefined, null, { second: expect.any(MessagePort) }, null, 1, undefined]
    expect(taken).toEqual(messages.map((message, index) => [message, index === 1 || index === 2 ? 1 : 0]))
    lane.close()
  })
})

test('a lane over a parentPort that cannot be polled, closed or asked for its hold does without', () => {
  const port = new ParentPortOfDeno()
  const lane = new MessagePortLane(port as unknown as MessagePort)
  expect(lane.poll).toBeUndefined()
  expect(lane.hasRef()).toBe(false)
  lane.start(deaf)
  expect(lane.hasRef()).toBe(false)
  lane.ref()
  expect(lane.hasRef()).toBe(true)
  expect(port.listenerCount('message')).toBe(1)
  lane.close()
  expect(lane.hasRef()).toBe(false)
  expect(port.listenerCount('message')).toBe(0)
})

test('probe() tells a blocked thread that the other side has closed', async () => {
  const { port1, port2 } = new MessageChannel()
  const lane = new MessagePortLane(port1)
  expect(lane.probe?.('nothing')).toBe(true)
  const closed = new Promise((resolve) => port2.once('close', resolve))
  port2.close()
  await closed
  // The news of it is in the queue, as messages are.
  expect(lane.poll?.()).toBeUndefined()
  expect(lane.probe?.('nothing')).toBe(false)
  lane.close()
})

test('a lane goes on holding the process after the other side has closed, until it is closed itself', async () => {
  const { port1, port2 } = new MessageChannel()
  const lane = new MessagePortLane(port1)
  lane.watch(() => {})
  lane.start(deaf)
  lane.ref()
  const closed = new Promise((resolve) => port1.once('close', resolve))
  port2.close()
  await closed
  expect(lane.hasRef()).toBe(true)
  lane.close()
  expect(lane.hasRef()).toBe(false)
})

// Found by `npm run prove -- hostile`: in Node this ended the process.
test('a lane that is polled in the close event of its port has nothing', async () => {
  const { port1, port2 } = new MessageChannel()
  const lane = new MessagePortLane(port1)
  const polled = new Promise((resolve) => lane.watch(() => resolve(lane.poll!())))
  lane.ref()
  port2.close()
  expect(await polled).toBeUndefined()
})
