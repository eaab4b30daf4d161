import { once } from 'node:events'
import { Worker as NativeWorker } from 'node:worker_threads'
import { attach, createChannel, receiveMessageOnPort, receiveMessageSync, Worker } from '@slipring/worker'
import { describe, expect, test, vi } from 'vitest'
import { closeAfterTest, pair } from './open-ports.ts'

function start(file: string, options: ConstructorParameters<typeof Worker>[1] = {}): Worker {
  const worker = new Worker(new URL(file, import.meta.url), options)
  closeAfterTest(worker)
  return worker
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index)

const error = (reason: string): object =>
  expect.objectContaining({ name: 'ClosedError', code: 'ERR_SLIPRING_CLOSED', reason })

async function all(port: AsyncIterable<unknown>): Promise<unknown[]> {
  const messages: unknown[] = []
  for await (const message of port) messages.push(message)
  return messages
}

describe('receive()', () => {
  test('gives the next message, now or when it comes', async () => {
    const [port, other] = pair()
    port.postMessage('early')
    expect(await other.receive()).toBe('early')
    const late = other.receive()
    await delay(5)
    port.postMessage({ late: true })
    expect(await late).toEqual({ late: true })
  })

  test('asked first, served first', async () => {
    const [port, other] = pair()
    const asked = [other.receive(), other.receive(), other.receive()]
    for (const number of [1, 2, 3, 4]) port.postMessage(number)
    expect(await Promise.all(asked)).toEqual([1, 2, 3])
    expect(await other.receive()).toBe(4)
  })

  test('takes messages of both lanes in one order', async () => {
    const [port, other] = pair({ capacity: 4096 })
    for (const number of numbers(300))
      if (number % 3 === 0) port.postMessage({ number, shared: new SharedArrayBuffer(8) })
      else if (number % 3 === 1) port.postMessage({ number, bytes: new Uint8Array(3000) })
      else port.postMessage({ number })
    for (const number of numbers(300)) expect(await other.receive()).toMatchObject({ number })
  })

  test('comes before listeners, which get what nobody asked for', async () => {
    const [port, other] = pair()
    const heard: unknown[] = []
    other.on('message', (message) => heard.push(message))
    const asked = other.receive()
    for (const number of [1, 2, 3]) port.postMessage(number)
    expect(await asked).toBe(1)
    await vi.waitFor(() => expect(heard).toEqual([2, 3]))
  })

  test('from the first call on, what nobody asks for waits for the next call', async () => {
    const [port, other] = pair()
    other.start()
    const first = other.receive()
    for (const number of [1, 2, 3]) port.postMessage(number)
    expect(await first).toBe(1)
    await delay(20)
    expect(await other.receive()).toBe(2)
    const heard: unknown[] = []
    other.on('message', (message) => heard.push(message))
    await vi.waitFor(() => expect(heard).toEqual([3]))
  })

  test('rejects with the reason of its signal and loses no message', async () => {
    const [port, other] = pair()
    const controller = new AbortController()
    const asked = other.receive({ signal: controller.signal })
    const reason = new Error('no longer')
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
    await expect(other.receive({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    port.postMessage('kept')
    await delay(5)
    expect(await other.receive()).toBe('kept')
  })

  test('counts as asked also with a signal that has given up before: the next message of a Worker waits', async () => {
    const worker = start('echo.worker.ts')
    const reason = new Error('no longer')
    await expect(worker.port.receive({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    worker.postMessage('kept')
    await vi.waitFor(() => expect(receiveMessageOnPort(worker.port)).toEqual({ message: 'kept' }), 10_000)
  })

  test('rejects with a TimeoutError and loses no message', async () => {
    const [port, other] = pair()
    await expect(other.receive({ timeout: 5 })).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(other.receive({ timeout: 0 })).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(other.receive({ timeout: NaN })).rejects.toThrow(RangeError)
    port.postMessage('kept')
    expect(await other.receive({ timeout: 1000 })).toBe('kept')
    port.postMessage('there already')
    expect(await other.receive({ timeout: 0 })).toBe('there already')
  })

  test('leaves no listener on its signal', async () => {
    const [port, other] = pair()
    const { signal } = new AbortController()
    let listeners = 0
    const add = signal.addEventListener.bind(signal)
    const remove = signal.removeEventListener.bind(signal)
    signal.addEventListener = (...args: Parameters<typeof add>) => (listeners++, add(...args))
    signal.removeEventListener = (...args: Parameters<typeof remove>) => (listeners--, remove(...args))
    const asked = other.receive({ signal })
    expect(listeners).toBe(1)
    port.postMessage(1)
    await asked
    expect(listeners).toBe(0)
  })

  test('works beside the other ways to take a message', async () => {
    const [port, other] = pair()
    for (const number of numbers(6)) port.postMessage(number)
    expect(await other.receive()).toBe(0)
    expect(receiveMessageOnPort(other)).toEqual({ message: 1 })
    expect(receiveMessageSync(other)).toEqual({ message: 2 })
    for await (const message of other) {
      expect(message).toBe(3)
      break
    }
    expect(await other.receive()).toBe(4)
    expect(receiveMessageOnPort(other)).toEqual({ message: 5 })
  })

  test('lets timers run while messages pour in', async () => {
    const worker = start('flood.worker.ts')
    // A port that let no timer run would end this test by its time limit.
    const onTimer = vi.fn()
    const timer = setInterval(onTimer, 5)
    while (onTimer.mock.calls.length < 20) await worker.port.receive()
    clearInterval(timer)
  })

  test('keeps order with a worker that answers from its own loop', async () => {
    const worker = start('pull-echo.worker.ts')
    for (const number of numbers(500)) {
      worker.postMessage(number)
      expect(await worker.port.receive()).toBe(number)
    }
    for (const number of numbers(5000)) worker.postMessage(number)
    for (const number of numbers(5000)) expect(await worker.port.receive()).toBe(number)
  })

  test('gets native messages in mode "copied"', async () => {
    const worker = new NativeWorker(new URL('pull-echo.worker.ts', import.meta.url))
    closeAfterTest(worker)
    const echoes = new Promise((resolve) => {
      const seen: unknown[] = []
      worker.on('message', (message) => seen.push(message) === 100 && resolve(seen))
    })
    for (const number of numbers(100)) worker.postMessage(number)
    expect(await echoes).toEqual(numbers(100))
  })
})

describe('pending receives end', () => {
  test('when this side closes', async () => {
    const [, other] = pair()
    const asked = [other.receive(), other.receive()]
    other.close()
    for (const each of asked) await expect(each).rejects.toEqual(error('closed'))
    await expect(other.receive()).rejects.toEqual(error('closed'))
  })

  test('when the other side closes, after what it had posted', async () => {
    const [port, other] = pair()
    const asked = [other.receive(), other.receive()]
    port.postMessage('last')
    port.close()
    expect(await asked[0]).toBe('last')
    await expect(asked[1]).rejects.toEqual(error('peer-closed'))
  })

  test('and the port with them, when what had waited for a pull is taken after the other side closed', async () => {
    const [port, other] = pair()
    const first = other.receive()
    for (const number of [1, 2]) port.postMessage(number)
    port.close()
    expect(await first).toBe(1)
    await delay(20)
    expect(await other.receive()).toBe(2)
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
  })

  test('when the ring is corrupt, with the cause', async () => {
    const { port, offer } = createChannel({ startPosition: 0 })
    const other = attach(offer)
    closeAfterTest(port, other)
    const asked = other.receive()
    await delay(5)
    port.postMessage('torn')
    new Int32Array(offer.rings![0], 1024)[0] = -1
    await expect(asked).rejects.toMatchObject({ reason: 'corrupt', cause: { code: 'ERR_SLIPRING_CORRUPT' } })
    await expect(all(other)).rejects.toEqual(error('corrupt'))
  })

  test.each(['exit', 'throw', 'terminate'])('when the worker dies: %s', async (how) => {
    const worker = start('dies.worker.ts', { workerData: how })
    if (how === 'throw') worker.on('error', () => {})
    expect(await worker.port.receive()).toBe('ready')
    const asked = worker.port.receive()
    const ended = expect(asked).rejects.toEqual(error('peer-died'))
    if (how === 'terminate') void worker.terminate()
    else worker.postMessage('die')
    await ended
  })

  test('when the thread at the other end of a channel dies', async () => {
    const { port, offer, transfer } = createChannel()
    const worker = new NativeWorker(new URL('attach.worker.ts', import.meta.url), {
      workerData: offer,
      transferList: [...transfer],
    })
    port.postMessage('there')
    expect(await port.receive()).toBe('there')
    const ended = expect(port.receive()).rejects.toEqual(error('peer-died'))
    await worker.terminate()
    await ended
  })
})

test.each([
  [0, 'peer-closed'],
  [7, 'peer-died'],
])(
  'a thread that blocks on a worker that ends with code %i gets all it posted, and learns how it ended',
  async (code, reason) => {
    const worker = start('post-and-exit.worker.ts', { workerData: { count: 300, code } })
    await once(worker, 'online')
    const taken: unknown[] = []
    for (let next = receiveMessageSync(worker.port); next !== undefined; next = receiveMessageSync(worker.port))
      taken.push(next.message)
    expect(taken).toEqual(numbers(300))
    expect(await worker.port.closed).toEqual({ reason })
  },
)

describe('for await', () => {
  test('gives all messages and ends when the other side closes', async () => {
    const [port, other] = pair()
    const taken = all(other)
    for (const number of numbers(2000)) port.postMessage(number)
    port.close()
    expect(await taken).toEqual(numbers(2000))
    expect(await other.closed).toEqual({ reason: 'peer-closed' })
    expect(await all(other)).toEqual([])
  })

  test('gives what a worker posted before it ended, however slow the loop', async () => {
    const worker = start('post-and-exit.worker.ts', { workerData: { count: 300, code: 7 } })
    const taken: unknown[] = []
    for await (const message of worker.port) {
      taken.push(message)
      if (taken.length % 100 === 0) await delay(50)
    }
    expect(taken).toEqual(numbers(300))
    expect(await worker.port.closed).toEqual({ reason: 'peer-died' })
  })

  test('takes all messages from listeners while it is open', async () => {
    const [port, other] = pair()
    const heard: unknown[] = []
    other.on('message', (message) => heard.push(message))
    for (const number of numbers(5)) port.postMessage(number)
    const taken: unknown[] = []
    for await (const message of other) {
      await delay(2)
      if (taken.push(message) === 3) break
    }
    expect(taken).toEqual([0, 1, 2])
    await vi.waitFor(() => expect(heard).toEqual([3, 4]))
  })

  test('a loop that is left loses nothing, nor does a next() that nobody waits for any more', async () => {
    const [port, other] = pair()
    const iterator = other[Symbol.asyncIterator]()
    const pending = iterator.next()
    expect(await iterator.return!()).toEqual({ done: true, value: undefined })
    expect(await pending).toEqual({ done: true, value: undefined })
    expect(await iterator.next()).toEqual({ done: true, value: undefined })
    port.postMessage('kept')
    expect(await other.receive()).toBe('kept')
  })

  test('ends when this side closes', async () => {
    const [port, other] = pair()
    const taken = all(other)
    port.postMessage(1)
    await delay(5)
    other.close()
    expect(await taken).toEqual([1])
  })
})

describe('using', () => {
  test('closes the port at the end of the block', async () => {
    const { port, offer } = createChannel()
    const other = attach(offer)
    closeAfterTest(other)
    {
      using mine = port
      mine.postMessage('from the block')
    }
    expect(await other.receive()).toBe('from the block')
    expect(await other.closed.then(() => all(other))).toEqual([])
    expect(await port.closed).toEqual({ reason: 'closed' })
  })

  test('await using ends a worker, also where the platform’s has no such method', async () => {
    let exit: Promise<unknown[]>
    {
      await using worker = start('echo.worker.ts')
      exit = once(worker, 'exit')
    }
    expect(await exit).toHaveLength(1)
    expect(Object.hasOwn(Worker.prototype, Symbol.asyncDispose)).toBe(true)
  })

  test('await using waits for the end', async () => {
    const { port, offer } = createChannel()
    closeAfterTest(attach(offer))
    let reason = ''
    void port.closed.then((closure) => (reason = closure.reason))
    {
      await using mine = port
      mine.postMessage(1)
    }
    expect(reason).toBe('closed')
  })
})
