/**
 * Small programs for any two entangled ports, native or ours. Their logs must be the same for both. `differences.ts` lists the
 * exceptions.
 */

import { AsyncLocalStorage } from 'node:async_hooks'
import { getEventListeners, once, setMaxListeners } from 'node:events'
import { inspect } from 'node:util'
import { MessageChannel, receiveMessageOnPort as receiveNative, MessagePort } from 'node:worker_threads'
import { attach, createChannel, MessageChannel as OwnChannel, receiveMessageOnPort } from '@slipring/worker'

// As a program in JavaScript sees a port: without types.
export type AnyPort = any

interface Stage {
  /** The one that posts, for most. */
  readonly port: AnyPort
  /** The one that listens. */
  readonly other: AnyPort
  readonly log: (...line: unknown[]) => void
}

export type Case = (stage: Stage) => void | Promise<void>

export const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
/** Long enough for everything that is on its way: a busy machine has few turns of the loop in that time, so turns count, too. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await delay(1)
}

function take(port: AnyPort): { message: unknown } | undefined {
  return port instanceof MessageChannelPort ? receiveNative(port as MessagePort) : receiveMessageOnPort(port)
}
const { port1: sample, port2: sampleOther } = new MessageChannel()
const MessageChannelPort = sample.constructor as new () => MessagePort
sample.close()
sampleOther.close()

/** Two more ports of the same kind. */
function pairLike(port: AnyPort): { port1: AnyPort; port2: AnyPort } {
  if (port instanceof MessageChannelPort) return new MessageChannel()
  const { port: port1, offer } = createChannel()
  return { port1, port2: attach(offer) }
}

const listener = (): void => {}

/** Names the part of a program that made a call, as `AsyncLocalStorage` sees it. */
export const context = new AsyncLocalStorage<string>()
const whose = (): string => context.getStore() ?? 'nobody’s'

function refusal(act: () => void): string {
  try {
    act()
    return 'no error'
  } catch (error) {
    const { name, constructor, code } = error as Error & { code?: unknown }
    return `${name} ${constructor.name} ${typeof code === 'number' ? code : ''}`
  }
}

export const cases: Record<string, Case> = {
  'messages arrive in order': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(value))
    for (let number = 0; number < 50; number++) port.postMessage(number)
    await settled()
  },
  'values keep their kind': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(inspect(value, { depth: 9 })))
    const cycle: { self?: object } = {}
    cycle.self = cycle
    const same = { shared: true }
    for (const value of [
      undefined,
      null,
      -0,
      NaN,
      12n,
      'text',
      '\ud800',
      Object.assign(Array.from({ length: 3 }), { named: 4 }),
      Object.assign([], { 2: 'behind holes' }),
      new Date(5),
      new Date(NaN),
      /a+/giu,
      new Map<unknown, unknown>([[{}, new Set([1])]]),
      new RangeError('bad', { cause: 'why' }),
      Object('boxed'),
      new Uint16Array([1, 2]).subarray(1),
      new DataView(new ArrayBuffer(3)),
      cycle,
      [same, same],
      Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true }, hidden: { value: 3 } }),
    ])
      port.postMessage(value)
    await settled()
  },
  'listeners are called in the context in which the port was made': async ({ port, log }) => {
    const { port1, port2 } = context.run('maker', () => pairLike(port))
    const told = (how: string) => (): void => log(how, whose())
    context.run('a listener', () => {
      port2.on('message', (value: unknown) => log(value, whose()))
      port2.once('message', told('once'))
      port2.addEventListener('message', told('addEventListener'))
      port2.onmessage = told('onmessage')
      port2.on('close', told('close'))
    })
    context.run('a sender', () => port1.postMessage('first'))
    await settled()
    const buffer = new ArrayBuffer(1)
    context.run('another sender', () => {
      for (const value of [1, 2, 3]) port1.postMessage(value)
      port1.postMessage(buffer, [buffer])
      port1.postMessage('behind a transfer')
    })
    await settled()
    context.run('who ends it', () => port1.close())
    await settled()
  },
  'messages that waited are delivered in the context in which the port was made': async ({ port, log }) => {
    const { port1, port2 } = context.run('maker', () => pairLike(port))
    const buffer = new ArrayBuffer(1)
    context.run('a sender', () => {
      port1.postMessage('early')
      port1.postMessage(buffer, [buffer])
      port1.postMessage('behind a transfer')
    })
    await settled()
    context.run('a listener', () => port2.on('message', (value: unknown) => log(value, whose())))
    await settled()
    context.run('who asks', () => port1.on('message', (value: unknown) => log(value, whose())))
    context.run('a sender', () => port2.postMessage('back'))
    await settled()
    context.run('who ends it', () => port2.close())
    await settled()
  },
  'a context that a listener enters': async ({ port, log }) => {
    const { port1, port2 } = context.run('maker', () => pairLike(port))
    const note = (value: unknown): void => log(value, whose())
    port2.on('message', (value: unknown) => {
      note(value)
      context.enterWith(`entered with ${value}`)
    })
    port2.addEventListener('message', ({ data }: { data: unknown }) => note(data))
    port2.on('close', () => note('close'))
    const buffer = new ArrayBuffer(1)
    for (const value of [1, 2, 3]) port1.postMessage(value)
    port1.postMessage('beside a transfer', [buffer])
    port1.postMessage('behind it')
    await settled()
    port1.postMessage('later')
    await settled()
    port1.close()
    await settled()
  },
  'asynchronous work of a listener goes on in its own context': async ({ port, other, log }) => {
    // Timers and messages have no order.
    const lines: string[] = []
    const note = (what: string): number => lines.push(`${what}: ${whose()}`)
    other.on('message', (value: string) => {
      context.run(value, () => {
        other.postMessage(`answer to ${value}`)
        setTimeout(() => note(`timer of ${value}`), 1)
      })
      note(value)
    })
    port.on('message', note)
    for (const value of ['one', 'two']) context.run('a sender', () => port.postMessage(value))
    await settled()
    for (const line of lines.toSorted()) log(line)
  },
  'a value that cannot be cloned is refused, and nothing is sent': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(value))
    port.postMessage('before')
    for (const value of [() => {}, Symbol('s'), { deep: [new WeakMap()] }, Promise.resolve(), Object(Symbol('boxed'))])
      log(refusal(() => port.postMessage(value)))
    log(refusal(() => port.postMessage(new Proxy({}, {}))))
    port.postMessage('after')
    await settled()
  },
  'no argument at all is refused': ({ port, log }) => {
    log(refusal(() => port.postMessage()))
  },
  'codes of the errors of misuse': ({ port, log }) => {
    for (const act of [() => port.postMessage(), () => port.postMessage(1, 5), () => port.on('message', 5)])
      try {
        act()
      } catch (error) {
        log((error as { code?: unknown }).code)
      }
  },
  'the result of postMessage': ({ port, log }) => {
    log(port.postMessage(1))
  },
  'a getter that throws': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(value))
    const failure = new RangeError('mine')
    const value = {
      first: 1,
      get bad() {
        throw failure
      },
    }
    try {
      port.postMessage(value)
    } catch (error) {
      log(error === failure)
    }
    port.postMessage('after')
    await settled()
  },
  'a getter that posts': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(value))
    port.postMessage({
      get inner() {
        port.postMessage('from the getter')
        return 1
      },
    })
    await settled()
  },
  'nothing is delivered before start()': async ({ port, other, log }) => {
    port.postMessage('early')
    await settled()
    log('nobody yet')
    other.on('message', (value: unknown) => log(value))
    log('listening')
    await settled()
  },
  'a port that was started drops what nobody listens to': async ({ port, other, log }) => {
    other.start()
    port.postMessage('dropped')
    await settled()
    other.on('message', (value: unknown) => log(value))
    port.postMessage('heard')
    await settled()
  },
  'a port whose listeners are gone drops what comes': async ({ port, other, log }) => {
    other.once('message', (value: unknown) => log(value))
    for (const value of ['first', 'second']) port.postMessage(value)
    await settled()
    other.on('message', (value: unknown) => log('later', value))
    port.postMessage('third')
    await settled()
  },
  'messages before close() arrive, then close': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(value))
    other.on('close', () => log('other closed'))
    port.on('close', () => log('port closed'))
    for (const value of [1, 2, 3]) port.postMessage(value)
    port.close()
    log('close() returned')
    log(refusal(() => port.postMessage('after close')))
    await settled()
  },
  'close() before anybody listens': async ({ port, other, log }) => {
    other.on('close', () => log('other closed'))
    port.postMessage('kept')
    port.close()
    await settled()
    log('listening')
    other.on('message', (value: unknown) => log(value))
    await settled()
  },
  'close without messages is told without start()': async ({ port, other, log }) => {
    other.on('close', () => log('other closed'))
    port.close()
    await settled()
  },
  'close() in a microtask after a handler, and in a tick': async ({ port, other, log }) => {
    const later = [(close: () => void) => queueMicrotask(close), (close: () => void) => process.nextTick(close)]
    for (const defer of later) {
      const { port1, port2 } = pairLike(port)
      port2.on('message', (value: unknown) => {
        log(value)
        if (value === 1) defer(() => port2.close())
      })
      for (const value of [1, 2, 3]) port1.postMessage(value)
      await settled()
    }
    port.close()
    other.close()
  },
  'close() by a promise of who has listened once, beside others': async ({ port, other, log }) => {
    const ways = [
      async (side: typeof other) => {
        await once(side, 'message')
        side.close()
      },
      (side: typeof other) => side.once('message', () => process.nextTick(() => side.close())),
      (side: typeof other) => {
        const controller = new AbortController()
        const last = async (): Promise<void> => {
          controller.abort()
          for (let turn = 0; turn < 3; turn++) await Promise.resolve()
          side.close()
        }
        side.addEventListener('message', () => void last(), { signal: controller.signal, once: true })
      },
    ]
    for (const listen of ways) {
      const { port1, port2 } = pairLike(port)
      port2.on('message', (value: unknown) => log(value))
      port2.on('close', () => log('close'))
      void listen(port2 as typeof other)
      for (const value of [1, 2, 3]) port1.postMessage(value)
      await settled()
    }
    port.close()
    other.close()
  },
  'listener options that are null': async ({ port, other, log }) => {
    const heard = ({ data }: { data: unknown }): void => log(data)
    other.addEventListener('message', heard, null)
    other.start()
    port.postMessage('heard')
    await settled()
    other.removeEventListener('message', heard, null)
    port.postMessage('not heard')
    await settled()
  },
  'posting on a closed port': async ({ port, log }) => {
    port.close()
    await settled()
    const buffer = new ArrayBuffer(8)
    log(refusal(() => port.postMessage(() => {})))
    port.postMessage(buffer, [buffer])
    log('bytes left', buffer.byteLength)
  },
  'a port in the transfer list of a message to a closed port': async ({ port, log }) => {
    port.close()
    await settled()
    for (const listOf of [(item: MessagePort) => [item], (item: MessagePort) => ({ transfer: [item] })]) {
      const { port1, port2 } = new MessageChannel()
      port1.on('close', () => log('nobody answers'))
      port.postMessage({ replyTo: port2 }, listOf(port2) as MessagePort[])
      await settled()
      log('closes')
      port1.close()
    }
  },
  'a port of the same kind in the transfer list of a message to a closed port': async ({ port, log }) => {
    port.close()
    await settled()
    const { port1, port2 }: { port1: AnyPort; port2: AnyPort } =
      port instanceof MessageChannelPort ? new MessageChannel() : new OwnChannel()
    port1.on('close', () => log('nobody answers'))
    port.postMessage({ replyTo: port2 }, [port2])
    await settled()
    log('closes')
    port1.close()
  },
  'ports transferred by no value are in the event': async ({ port, other, log }) => {
    const { port1, port2 } = new MessageChannel()
    other.addEventListener('message', ({ data, ports }: { data: unknown; ports: readonly unknown[] }) =>
      log(data, ports.length),
    )
    other.start()
    port.postMessage('before')
    port.postMessage('with one', [port1])
    port.postMessage('after')
    await settled()
    port2.close()
  },
  'close() in a handler that takes long, with much to come': async ({ port, other, log }) => {
    other.on('close', () => log('closed'))
    other.on('message', (value: number) => {
      log(value)
      if (value === 0) other.close()
      for (const end = performance.now() + 0.5; performance.now() < end;);
    })
    for (let number = 0; number < 40; number++) port.postMessage(number)
    await delay(60)
  },
  'a listener closes the port and throws': async ({ port, other, log }) => {
    process.once('uncaughtException', ({ message }) => log(message))
    other.on('message', (value: unknown) => {
      log(value)
      if (value !== 0) return
      other.close()
      throw new Error('thrown')
    })
    for (const number of [0, 1, 2]) port.postMessage(number)
    await settled()
  },
  'a getter closes its own port': async ({ port, other, log }) => {
    other.on('message', (value: any) => log(value.id))
    const buffer = new ArrayBuffer(8)
    const value = {
      id: 'with a buffer',
      buffer,
      get closes() {
        port.close()
        return 1
      },
    }
    port.postMessage(value, [buffer])
    await settled()
  },
  'taking right after close()': async ({ port, other, log }) => {
    port.postMessage('was there')
    await settled()
    other.close()
    log(take(other)?.message)
  },
  'onclose of a port that is closed': async ({ port, other, log }) => {
    other.onclose = () => log('other')
    port.close()
    await settled()
    log('done')
  },
  'data of an event that was posted as undefined': async ({ port, other, log }) => {
    other.onmessage = ({ data }: { data: unknown }) => log(data)
    port.postMessage(undefined)
    await settled()
  },
  'a listener that a listener adds': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => {
      log('first', value)
      if (value === 1) other.on('message', (again: unknown) => log('added', again))
    })
    other.on('message', (value: unknown) => log('second', value))
    for (const number of [1, 2]) port.postMessage(number)
    await settled()
  },
  'a handler set to null on a fresh port': async ({ port, other, log }) => {
    other.onmessage = null
    port.postMessage('dropped?')
    await settled()
    other.on('message', (value: unknown) => log(value))
    await settled()
    log('done')
  },
  'a handler that undefined takes the place of': async ({ port, other, log }) => {
    other.onmessage = () => log('handler')
    other.onmessage = undefined
    log(other.hasRef())
    port.postMessage('kept')
    await settled()
    other.on('message', (value: unknown) => log(value))
    await settled()
  },
  'a handler that takes the place of one that was taken away': async ({ port, other, log }) => {
    other.onmessage = () => log('first handler')
    other.on('message', () => log('listener'))
    other.onmessage = null
    other.onmessage = () => log('second handler')
    port.postMessage(1)
    await settled()
  },
  'close() in a handler': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => {
      log(value)
      other.close()
    })
    other.on('close', () => log('closed'))
    for (const value of [1, 2, 3]) port.postMessage(value)
    await settled()
    port.postMessage('later')
    await settled()
  },
  'close() with a callback': async ({ port, other, log }) => {
    port.close(function (this: unknown, ...values: unknown[]) {
      log('closed', this === port, values.length)
    })
    other.close('no function')
    await settled()
    port.close(() => log('never called'))
    await settled()
  },
  'closing twice, from both sides': async ({ port, other, log }) => {
    // Two ports have no order between them.
    const closed: string[] = []
    port.on('close', () => closed.push('port'))
    other.on('close', () => closed.push('other'))
    port.close()
    other.close()
    port.close()
    await settled()
    log(closed.toSorted())
    log(refusal(() => other.postMessage(1)))
  },
  'the arguments of a listener of close': async ({ port, other, log }) => {
    const describe = (value: any): unknown => [value instanceof Event, value?.type, value?.target === other]
    other.on('close', (value: unknown) => log('on', describe(value)))
    other.addEventListener('close', (value: unknown) => log('event', describe(value)))
    port.close()
    await settled()
  },
  'a handler that throws': async ({ port, other, log }) => {
    process.once('uncaughtException', (error, origin) => log(error.message, origin))
    other.on('message', (value: unknown) => {
      log(value)
      if (value === 2) throw new Error('as told')
    })
    other.on('message', (value: unknown) => log('second listener', value))
    for (const value of [1, 2, 3]) port.postMessage(value)
    await settled()
  },
  'a listener that returns what only has a then': async ({ port, other, log }) => {
    const uncaught: string[] = []
    const keep = (error: Error): void => void uncaught.push(error.message)
    process.on('uncaughtException', keep)
    other.on('message', (value: string) => ({
      // oxlint-disable-next-line unicorn/no-thenable -- that is the case
      get then() {
        log('looked at', value)
        if (value === 'throws') throw new Error('by its getter')
        return (_: unknown, reject: (error: Error) => void) => reject(new Error('rejected'))
      },
    }))
    other.on('message', () => log('the next listener'))
    for (const value of ['rejects', 'throws']) port.postMessage(value)
    await settled()
    process.off('uncaughtException', keep)
    log(...uncaught)
  },
  'a handler whose promise rejects': async ({ port, other, log }) => {
    process.once('uncaughtException', (error, origin) => log(error.message, origin))
    other.on('message', async (value: unknown) => {
      if (value === 1) throw new Error('rejected')
      log(value)
    })
    for (const value of [1, 2]) port.postMessage(value)
    await settled()
    process.removeAllListeners('uncaughtException')
  },
  'microtasks and ticks run between two messages': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => {
      log(value)
      queueMicrotask(() => log('microtask', value))
      process.nextTick(() => log('tick', value))
    })
    for (const value of [1, 2]) port.postMessage(value)
    await settled()
  },
  'promises that a listener waits for one after the other': async ({ port, other, log }) => {
    other.on('message', async (value: unknown) => {
      for (let step = 0; step < 3; step++) {
        log(value, step)
        await undefined
      }
    })
    for (const value of [1, 2]) port.postMessage(value)
    await settled()
  },
  'transferred buffers are detached and arrive': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(inspect(value)))
    const first = new Uint8Array([1, 2, 3]).buffer
    const second = new ArrayBuffer(4)
    port.postMessage({ first }, [first])
    port.postMessage(second, { transfer: [second] })
    log(first.byteLength, second.byteLength)
    const view = new Uint8Array([7, 8])
    port.postMessage([view, view.buffer], [view.buffer])
    await settled()
  },
  'transfer lists that are wrong': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log(inspect(value)))
    const buffer = new ArrayBuffer(4)
    log(refusal(() => port.postMessage(1, [buffer, buffer])))
    log(buffer.byteLength)
    port.postMessage(1, [buffer])
    log(refusal(() => port.postMessage(2, [buffer])))
    log(refusal(() => port.postMessage(buffer)))
    for (const list of [null, undefined, [], {}, { transfer: [] }, { transfer: undefined }])
      log(refusal(() => port.postMessage('list', list)))
    for (const list of [5, [5], ['text'], [{}], { transfer: 5 }, { transfer: null }])
      log(refusal(() => port.postMessage('odd', list)))
    const transfer = [new ArrayBuffer(2)]
    const iterable = Object.assign(() => {}, { [Symbol.iterator]: () => transfer[Symbol.iterator]() })
    for (const list of [() => {}, Object.assign(() => {}, { transfer }), iterable, { [Symbol.iterator]: null }])
      log(
        refusal(() => port.postMessage('a function', list)),
        transfer[0]!.byteLength,
      )
    await settled()
  },
  'ports and platform objects cross': async ({ port, other, log }) => {
    const inner = new MessageChannel()
    let blob: Blob | undefined
    other.on('message', (value: any) => {
      if (value.inner) value.inner.postMessage('through')
      log(
        Object.keys(value),
        Object.values(value).map((each) => (each as object).constructor.name),
      )
      if (value.blob) blob = value.blob
    })
    other.addEventListener('message', (event: any) => log('ports', event.ports.length))
    const through = once(inner.port1, 'message')
    port.postMessage('before')
    port.postMessage({ inner: inner.port2 }, [inner.port2])
    port.postMessage({ blob: new Blob(['blob text']) })
    port.postMessage({ module: new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])) })
    const stream = new ReadableStream()
    port.postMessage({ stream }, [stream])
    log(refusal(() => port.postMessage({ stream: new ReadableStream() })))
    port.postMessage('after')
    log(await through)
    await settled()
    log(await blob?.text())
    inner.port1.close()
  },
  'shared memory is the same memory': async ({ port, other, log }) => {
    const memory = new Int32Array(new SharedArrayBuffer(8))
    other.on('message', (value: Int32Array) => {
      value[0] = 42
      log(inspect(value))
    })
    port.postMessage(memory)
    await settled()
    log(memory[0])
  },
  'the holds on the process': ({ other, log }) => {
    const states = [other.hasRef()]
    const note = (): void => void states.push(other.hasRef())
    other.start()
    note()
    other.on('message', listener)
    note()
    other.off('message', listener)
    note()
    other.addEventListener('message', listener)
    note()
    other.removeEventListener('message', listener)
    note()
    other.onmessage = listener
    note()
    other.unref()
    note()
    other.ref()
    note()
    other.onmessage = null
    note()
    other.on('close', listener)
    note()
    other.once('message', listener)
    note()
    log(...states)
    other.unref()
  },
  'all listeners removed at once': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log('first', value))
    other.addEventListener('message', () => log('heard'))
    other.removeAllListeners('message')
    log(other.hasRef())
    port.postMessage(1)
    await settled()
    other.on('message', (value: unknown) => log('second', value))
    port.postMessage(2)
    await settled()
  },
  'a port that was closed holds nothing': async ({ port, other, log }) => {
    other.on('message', () => {})
    port.close()
    await settled()
    log(other.hasRef(), port.hasRef())
    other.ref()
    log(other.hasRef())
  },
  'all kinds of listeners have one order': async ({ port, other, log }) => {
    const twice = (value: any): void => log('twice', value?.data ?? value)
    other.on('message', twice)
    other.addEventListener('message', (event: MessageEvent) => log('event', event.data))
    other.onmessage = () => log('old handler')
    other.on('message', twice)
    other.once('message', (value: unknown) => log('once', value))
    other.addListener('message', (value: unknown) => log('added', value))
    other.onmessage = (event: MessageEvent) => log('handler', event.data)
    port.postMessage(1)
    port.postMessage(2)
    await settled()
    other.onmessage = null
    other.removeListener('message', twice)
    port.postMessage(3)
    await settled()
  },
  'listener methods return the port': ({ other, log }) => {
    for (const name of ['on', 'once', 'addListener', 'off', 'removeListener'])
      log(name, other[name]('x', listener) === other)
    log(other.removeAllListeners('x') === other, other.setMaxListeners?.(20) === other)
    log(other.start(), other.unref(), other.ref())
    other.unref()
  },
  'listeners that count': ({ other, log }) => {
    log(other.listenerCount('message'))
    other.on('message', listener)
    other.on('message', () => {})
    other.once('close', listener)
    other.addEventListener('message', () => {})
    other.onmessage = () => {}
    other.on('own', listener)
    log(other.listenerCount('message'), other.listenerCount('close'), other.listenerCount('own'))
    log(other.listenerCount('nothing'))
    for (const name of ['message', 'close', 'own']) log(other.eventNames().includes(name))
    other.off('message', listener)
    other.off('own', listener)
    log(other.listenerCount('message'), other.listenerCount('own'))
    other.removeAllListeners('close')
    log(other.listenerCount('close'))
    other.removeAllListeners()
    log(other.listenerCount('message'), other.eventNames())
    other.unref()
  },
  'names of events that Node itself listens for': ({ other, log }) => {
    log(other.eventNames())
  },
  emit: ({ other, log }) => {
    log(other.emit('message', 'nobody'))
    other.on('message', (value: unknown) => log('on', value))
    other.addEventListener('message', (event: any) => log('event', event.constructor.name, event.data))
    other.once('own', (...values: unknown[]) => log('own', values))
    other.addEventListener('own', (event: any) => log('own event', event.type))
    log(other.emit('message', { a: 1 }))
    log(other.emit('own', 'first', 'second'))
    log(other.emit('own'))
    log(other.emit('nothing'))
    other.unref()
  },
  'the events that emit makes': ({ other, log }) => {
    for (const type of ['own', 'messageerror', 'close']) {
      other.addEventListener(type, ({ data, detail, target, currentTarget }: any) =>
        log(type, data, detail, target === other, currentTarget === other),
      )
      other.on(type, (value: unknown) => log('on', type, value))
      for (const value of [5, 0, undefined]) other.emit(type, value)
    }
    other.addEventListener('stopped', (event: Event) => event.stopImmediatePropagation())
    other.addEventListener('stopped', () => log('not stopped'))
    other.on('stopped', () => log('not stopped'))
    log(other.emit('stopped', 1))
    other.removeAllListeners()
  },
  'types of events that are no strings': ({ other, log }) => {
    const symbol = Symbol('own')
    const call = (name: string, ...given: unknown[]): void => {
      const outcome = refusal(() => other[name](...given))
      log(name, given.map(String), outcome)
    }
    for (const name of ['on', 'once', 'addListener', 'off', 'removeListener']) {
      call(name, symbol, listener)
      call(name, symbol, null)
    }
    for (const name of ['addEventListener', 'removeEventListener']) call(name, symbol, listener)
    for (const type of [symbol, 5, null, undefined]) call('emit', type)
    call('removeAllListeners', symbol)
    log(other.listenerCount(symbol))
    other.on(5, (value: unknown) => log('on', value))
    other.addEventListener(6, (event: Event) => log('addEventListener', event.type))
    log(other.emit('5', 'told'), other.emit('6'), other.dispatchEvent(new Event('6')))
    log([5, '5', 6, '6'].map((type) => other.listenerCount(type)))
    other.removeAllListeners(5)
    other.removeAllListeners(6)
    log([5, '5', 6, '6'].map((type) => other.listenerCount(type)))
  },
  'the number of listeners': ({ other, log }) => {
    log(other.getMaxListeners())
    other.setMaxListeners(3)
    log(other.getMaxListeners())
    log(refusal(() => other.setMaxListeners(-1)))
  },
  'the handler attribute': async ({ port, other, log }) => {
    log(other.onmessage, other.onmessageerror)
    const handler = function (this: unknown, event: MessageEvent): void {
      log('called', this === other, event.data)
    }
    other.onmessage = handler
    log(other.onmessage === handler)
    port.postMessage(1)
    await settled()
    other.onmessage = 'not a function'
    log(other.onmessage)
    port.postMessage(2)
    await settled()
    other.onmessage = null
    log(other.onmessage)
  },
  'an object in the handler attribute': async ({ port, other, log }) => {
    const object = { handleEvent: () => log('called') }
    other.onmessage = object
    log(other.onmessage === object)
    port.postMessage(1)
    await settled()
    other.addEventListener('message', object)
    port.postMessage(2)
    await settled()
    other.onmessage = null
    other.unref()
  },
  'events that the program dispatches': ({ other, log }) => {
    other.on('message', (value: any) => log('on', value?.constructor?.name ?? value))
    other.addEventListener('message', (event: MessageEvent) => log('event', event.data))
    other.addEventListener('own', (event: Event) => log('own', event.type))
    other.on('own', (value: any) => log('on own', value?.constructor?.name ?? value))
    log(other.dispatchEvent(new MessageEvent('message', { data: 'mine' })))
    log(other.dispatchEvent(new Event('own')))
    log(refusal(() => other.dispatchEvent({ type: 'message' })))
    other.unref()
  },
  'options of addEventListener': async ({ port, other, log }) => {
    const controller = new AbortController()
    other.addEventListener('message', (event: MessageEvent) => log('once', event.data), { once: true })
    other.addEventListener('message', (event: MessageEvent) => log('signal', event.data), { signal: controller.signal })
    other.addEventListener('message', { handleEvent: (event: MessageEvent) => log('object', event.data) })
    port.postMessage(1)
    await settled()
    controller.abort()
    port.postMessage(2)
    await settled()
  },
  'listeners of the capture phase are removed by their option': ({ other, log }) => {
    for (const remove of ['off', 'removeListener', 'removeEventListener']) {
      other.addEventListener('message', listener, { capture: true })
      for (const options of [undefined, {}, { capture: true }, true]) {
        other[remove]('message', listener, options)
        log(remove, options, other.listenerCount('message'))
      }
    }
    other.unref()
  },
  'options of addEventListener of other kinds': async ({ port, other, log }) => {
    for (const [added, removed] of [
      [{ capture: null }, false],
      [{ capture: 1 }, { capture: true }],
      [{ capture: 0 }, undefined],
    ]) {
      const heard = ({ data }: { data: unknown }): void => log(data)
      other.addEventListener('message', heard, added)
      other.removeEventListener('message', heard, removed)
    }
    for (const signal of [null, 5, 'text', {}])
      log(refusal(() => other.addEventListener('message', listener, { signal })))
    log(other.listenerCount('message'))
    other.addEventListener('message', ({ data }: { data: unknown }) => log('once', data), { once: 1 })
    port.postMessage(1)
    port.postMessage(2)
    await settled()
  },
  'this of a listener': async ({ port, other, log }) => {
    other.on('message', function (this: unknown) {
      log(this === other)
    })
    other.addEventListener('message', function (this: unknown) {
      log(this === other)
    })
    port.postMessage(1)
    await settled()
  },
  'the event': async ({ port, other, log }) => {
    other.addEventListener('message', (event: any) => {
      log(event instanceof MessageEvent, event instanceof Event, event.constructor.name, String(event))
      log(event.type, event.data, event.ports, event.origin, event.lastEventId, event.source)
      log(event.target === other, event.currentTarget === other, event.eventPhase, event.composedPath().length)
      log(event.bubbles, event.cancelable, event.composed, event.defaultPrevented, event.returnValue)
    })
    port.postMessage('data')
    await settled()
  },
  'whether the event is trusted': async ({ port, other, log }) => {
    other.addEventListener('message', (event: Event) => log(event.isTrusted))
    port.postMessage('data')
    await settled()
  },
  'taking messages one by one': async ({ port, other, log }) => {
    log(take(other))
    port.postMessage('a')
    port.postMessage({ b: undefined })
    log(take(other), take(other), take(other))
    port.postMessage(undefined)
    log(take(other))
    port.postMessage('last')
    port.close()
    log(take(other), take(other))
    await settled()
    log(take(other), take(port))
  },
  'taking from a port that listens': async ({ port, other, log }) => {
    other.on('message', (value: unknown) => log('heard', value))
    port.postMessage(1)
    port.postMessage(2)
    log(take(other))
    await settled()
  },
  'node:events': async ({ port, other, log }) => {
    setTimeout(() => port.postMessage('for once'))
    const [event] = await once(other, 'message')
    log(event?.constructor?.name, event?.data ?? event)
    const closed = once(other, 'close')
    port.close()
    log((await closed).length)
  },
  'functions of node:events on a port': ({ other, log }) => {
    other.on('message', listener)
    log(getEventListeners(other, 'message').length)
    setMaxListeners(20, other)
    log(other.getMaxListeners())
    other.unref()
  },
  'a port as an object': ({ other, log }) => {
    log(other instanceof EventTarget, Object.prototype.toString.call(other), typeof other.ref, typeof other.emit)
    log(refusal(() => structuredClone(other)))
  },
  'its class': ({ other, log }) => {
    log(other.constructor.name, (other as object) instanceof MessagePort)
  },
  'a port as a message': async ({ port, other, log }) => {
    const { port: extra } = { port: other }
    log(refusal(() => port.postMessage({ extra })))
    log(refusal(() => port.postMessage(1, [port])))
    await settled()
  },
  'a port that is transferred': ({ other, log }) => {
    log(refusal(() => structuredClone(other, { transfer: [other] })))
  },
  'listeners that are none': ({ other, log }) => {
    for (const value of [undefined, null, 5, 'text', {}]) {
      log(refusal(() => other.on('message', value)))
      log(refusal(() => other.addEventListener('message', value)))
    }
    other.removeAllListeners('message')
    other.unref()
  },
  'an object without handleEvent hears nothing, and is no error': async ({ port, other, log }) => {
    const heard: unknown[] = []
    other.addEventListener('message', {})
    other.addEventListener('message', { handleEvent: null })
    other.on('message', {})
    other.addEventListener('message', {
      handleEvent(this: unknown, { data }: { data: unknown }) {
        heard.push(data, typeof this)
      },
    })
    other.start()
    const said = once(other, 'message')
    port.postMessage('one')
    await said
    await settled()
    log(heard)
    other.close()
  },
  'many messages let timers run': async ({ port, other, log }) => {
    let received = 0
    let ran = false
    const all = new Promise<void>((resolve) => other.on('message', () => void (++received === 20_000 && resolve())))
    setTimeout(() => (ran = true), 1)
    for (let number = 0; number < 20_000; number++) port.postMessage({ number })
    await all
    log('all', ran)
  },
}
