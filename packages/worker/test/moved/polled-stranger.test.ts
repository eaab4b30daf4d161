/** Messages of a thread that knows nothing of us, taken one by one without a turn of the event loop. */

import {
  MessageChannel,
  NodePort,
  receiveIntoOnPort,
  receiveMessageOnPort,
  receiveMessageSync,
  Worker,
} from '@slipring/worker'
import { expect, onTestFinished, test } from 'vitest'
import { closeAfterTest } from '../open-ports.ts'

const STRANGER = new URL('./stranger.worker.cjs', import.meta.url)

class Stranger {
  readonly worker: Worker
  readonly #said = new Int32Array(new SharedArrayBuffer(4))

  /** It posts `count` messages on `port`, or on its own. */
  constructor(count: number, port?: NodePort) {
    const workerData = { port, count, said: this.#said.buffer }
    this.worker = new Worker(STRANGER, { workerData, transferList: port === undefined ? [] : [port as never] })
    onTestFinished(async () => void (await this.worker.terminate()))
  }

  /** Blocks until it has posted so often; no event is delivered meanwhile. */
  awaitSaid(times: number): void {
    for (let said = 0; (said = Atomics.load(this.#said, 0)) < times;)
      expect(Atomics.wait(this.#said, 0, said, 20_000)).not.toBe('timed-out')
  }
}

function channel(): [NodePort, NodePort] {
  const { port1, port2 } = new MessageChannel()
  closeAfterTest(port1, port2)
  return [port1, port2]
}

function taken(port: NodePort): unknown[] {
  const messages: unknown[] = []
  for (let next; (next = receiveMessageOnPort(port)) !== undefined;) messages.push(next.message)
  return messages
}

const FIVE = [0, 1, 2, 3, 4].map((number) => ({ number }))

test('a poll takes what a native port on the other side has posted', () => {
  const [near, far] = channel()
  const stranger = new Stranger(5, far)
  stranger.awaitSaid(1)
  expect(taken(near)).toEqual(FIVE)
  for (const turn of [2, 3, 4]) {
    near.postMessage(turn)
    stranger.awaitSaid(turn)
    expect(taken(near)).toEqual([{ echo: turn, more: undefined }])
  }
})

test('a poll before the port moved changes nothing', () => {
  const [near, far] = channel()
  expect(taken(near)).toEqual([])
  new Stranger(5, far).awaitSaid(1)
  expect(taken(near)).toEqual(FIVE)
})

test('what was sent by the ring before the port moved comes first', async () => {
  const [near, far] = channel()
  for (let number = 0; number < 3; number++) far.postMessage(number)
  expect(taken(near)).toEqual([0, 1, 2])
  for (let number = 3; number < 6; number++) far.postMessage(number)
  expect(far.stats().spills).toBe(3)
  new Stranger(5, far).awaitSaid(1)
  expect(taken(near)).toEqual([3, 4, 5, ...FIVE])
})

test('a blocking wait after several messages is over with the next one, or with its time', () => {
  const [near, far] = channel()
  const stranger = new Stranger(5, far)
  for (const message of FIVE) expect(receiveMessageSync(near)).toEqual({ message })
  expect(receiveMessageSync(near, { timeout: 10 })).toBeUndefined()
  near.postMessage('go on')
  expect(receiveMessageSync(near)).toEqual({ message: { echo: 'go on', more: undefined } })
  stranger.awaitSaid(2)
})

test('a listener gets what no poll has taken, and `receive` what it waits for', async () => {
  const [near, far] = channel()
  const stranger = new Stranger(5, far)
  stranger.awaitSaid(1)
  expect(receiveMessageOnPort(near)).toEqual({ message: FIVE[0] })
  expect(await near.receive()).toEqual(FIVE[1])
  const rest: unknown[] = []
  await new Promise<void>((resolve) => near.on('message', (message) => rest.push(message) === 3 && resolve()))
  expect(rest).toEqual(FIVE.slice(2))
})

test('a poll tells of the end behind the last message', async () => {
  const [near, far] = channel()
  const stranger = new Stranger(2, far)
  near.postMessage('close')
  stranger.awaitSaid(2)
  expect(taken(near)).toEqual(FIVE.slice(0, 2))
  expect(await near.closed).toMatchObject({ reason: expect.stringMatching('peer') })
})

test('a message that is no bytes stays for the next poll', () => {
  const [near, far] = channel()
  new Stranger(1, far).awaitSaid(1)
  expect(() => receiveIntoOnPort(near, new Uint8Array(8))).toThrow(TypeError)
  expect(taken(near)).toEqual([FIVE[0]])
})

test('a poll takes what a worker posts on its native parentPort', () => {
  const stranger = new Stranger(5)
  stranger.awaitSaid(1)
  expect(taken(stranger.worker.port)).toEqual(FIVE)
})
