/**
 * Small programs for two entangled ports of one page, native or ours: what they log must not depend on whose they are.
 * @typedef {MessagePort | import('@slipring/browser').BrowserPort} AnyPort
 * @typedef {{ port: AnyPort, other: AnyPort, log: (...line: unknown[]) => void }} Stage
 */

import { pause } from './collect.js'
import { refusal } from './refusal.js'

const settled = () => pause(40)

/** @type {Record<string, (stage: Stage) => Promise<void>>} */
export const parityCases = {
  async 'nothing before start()'({ port, other, log }) {
    listen(other, ({ data }) => log('heard', data))
    port.postMessage('early')
    await settled()
    log('not started')
    other.start()
    log('started')
    await settled()
  },
  async 'a started port drops what nobody hears'({ port, other, log }) {
    other.start()
    port.postMessage('dropped')
    await settled()
    other.onmessage = ({ data }) => log(data)
    port.postMessage('heard')
    await settled()
  },
  async 'a port whose handler is gone drops what comes'({ port, other, log }) {
    other.onmessage = ({ data }) => log('first', data)
    port.postMessage(1)
    await settled()
    other.onmessage = null
    port.postMessage(2)
    await settled()
    other.onmessage = ({ data }) => log('second', data)
    port.postMessage(3)
    await settled()
  },
  async 'close() in a handler'({ port, other, log }) {
    other.onmessage = ({ data }) => {
      log(data)
      other.close()
    }
    for (const number of [1, 2, 3]) port.postMessage(number)
    await settled()
    port.postMessage('into the void')
    other.postMessage('from a closed port')
    await settled()
  },
  async 'messages before close() arrive'({ port, other, log }) {
    for (const number of [1, 2, 3]) port.postMessage(number)
    port.close()
    other.onmessage = ({ data }) => log(data)
    await settled()
  },
  async 'a message comes in a task of its own'({ port, other, log }) {
    other.onmessage = ({ data }) => log('heard', data)
    // By then whoever waits for it sleeps.
    await settled()
    port.postMessage(1)
    for (let microtask = 0; microtask < 20; microtask++) await undefined
    log('after the microtasks')
    await settled()
  },
  async 'messages in both directions come in tasks of their own'({ port, other, log }) {
    other.onmessage = ({ data }) => log('heard', data)
    port.onmessage = ({ data }) => log('heard', data)
    await settled()
    port.postMessage('there')
    other.postMessage('back')
    for (let microtask = 0; microtask < 20; microtask++) await undefined
    log('after the microtasks')
    await settled()
  },
  async 'two ports that answer each other leave time for timers'({ port, other, log }) {
    let rounds = 0
    let isTime = false
    other.onmessage = ({ data }) => other.postMessage(data)
    port.onmessage = ({ data }) => {
      if (!isTime && ++rounds < 100_000) port.postMessage(data)
    }
    await settled()
    const timer = new Promise((resolve) => setTimeout(resolve, 50))
    port.postMessage(1)
    await timer
    isTime = true
    log(rounds < 100_000)
    await settled()
  },
  async 'a message larger than the ring arrives before close()'({ port, other, log }) {
    other.onmessage = ({ data }) => log(data.byteLength)
    await settled()
    port.postMessage(new Uint8Array(3_000_000))
    port.close()
    await settled()
    await settled()
  },
  async 'who listens once by a promise, beside others, misses nothing'({ port, other, log }) {
    const next = async () => {
      const event = await new Promise((resolve) => listen(other, resolve, { once: true }))
      return event.data
    }
    let heard = 0
    listen(other, () => heard++)
    other.start()
    const taken = (async () => {
      const messages = []
      while (messages.length < 20) messages.push(await next())
      return messages
    })()
    for (let number = 0; number < 20; number++) port.postMessage(number)
    log(await Promise.race([taken, settled()]), heard)
  },
  async 'who alone listens once by a promise, as one of several, misses nothing'({ port, other, log }) {
    /** @type {((resolve: (event: any) => void) => void)[]} */
    const ways = [
      (resolve) => listen(other, resolve, { once: true }),
      (resolve) => {
        const heard = (/** @type {any} */ event) => {
          other.removeEventListener('message', /** @type {any} */ (heard))
          resolve(event)
        }
        listen(other, heard)
      },
      (resolve) => {
        other.onmessage = (event) => {
          other.onmessage = null
          resolve(event)
        }
      },
    ]
    other.start()
    for (const way of ways) {
      const next = async () => {
        const event = await Promise.race([new Promise(way), new Promise(() => {})])
        return event.data
      }
      const taken = (async () => {
        const messages = []
        while (messages.length < 20) messages.push(await Promise.race([next(), new Promise(() => {})]))
        return messages
      })()
      for (let number = 0; number < 20; number++) port.postMessage(number)
      log(await Promise.race([taken, pause(5000)]))
    }
  },
  async 'an error that is sent on has the stack that it came with'({ port, other, log }) {
    const sent = Object.assign(new RangeError('sent on'), { stack: 'made here' })
    other.onmessage = ({ data }) => other.postMessage(data)
    port.onmessage = ({ data }) => log(data.message, typeof data.stack, data.stack === sent.stack || 'another')
    port.postMessage(sent)
    await settled()
    const own = new TypeError('of the engine')
    port.onmessage = ({ data }) => log(data.message, data.stack === own.stack)
    port.postMessage(own)
    await settled()
  },
  async 'all properties of an event'({ port, other, log }) {
    other.onmessage = (event) => {
      const names = []
      for (const name in event) names.push(name)
      for (const name of names.toSorted()) log(name, typeof (/** @type {any} */ (event)[name]))
    }
    port.postMessage({ of: 'any' })
    await settled()
  },
  async 'listeners of all kinds'({ port, other, log }) {
    const controller = new AbortController()
    other.onmessage = () => log('old handler')
    listen(other, ({ data }) => log('once', data), { once: true })
    listen(other, ({ data }) => log('signal', data), { signal: controller.signal })
    other.addEventListener('message', /** @type {any} */ ({ handleEvent: () => log('object') }))
    listen(other, (event) => event.stopImmediatePropagation())
    listen(other, () => log('never'))
    other.onmessage = ({ data }) => log('handler', data)
    port.postMessage(1)
    await settled()
    controller.abort()
    port.postMessage(2)
    await settled()
  },
  async 'listeners of the capture phase'({ port, other, log }) {
    other.onmessage = () => log('handler')
    listen(other, () => log('capture'), true)
    port.postMessage(1)
    await settled()
  },
  async 'a handler for messageerror starts nothing'({ port, other, log }) {
    listen(other, ({ data }) => log('heard', data))
    other.onmessageerror = () => log('messageerror')
    port.postMessage('early')
    await settled()
    log('not started')
    other.start()
    await settled()
  },
  async 'the handler attribute'({ other, log }) {
    log(other.onmessage, other.onmessageerror)
    other.onmessage = /** @type {any} */ ('text')
    log(other.onmessage)
    other.onmessage = null
    log(other.onmessage)
  },
  async 'an object in the handler attribute'({ port, other, log }) {
    const object = /** @type {any} */ ({ handleEvent: () => log('called') })
    other.onmessage = object
    log(other.onmessage === object)
    port.postMessage(1)
    await settled()
    other.addEventListener('message', object)
    port.postMessage(2)
    await settled()
  },
  async 'odd arguments'({ port, other, log }) {
    other.onmessage = ({ data }) => log('got', data)
    const loose = /** @type {any} */ (port)
    for (const list of [null, undefined, [], {}, { transfer: [] }]) log(refusal(() => loose.postMessage('list', list)))
    log(refusal(() => loose.postMessage()))
    for (const list of [5, [5], [{}]]) log(refusal(() => loose.postMessage('odd', list)))
    const buffer = new ArrayBuffer(4)
    log(
      refusal(() => port.postMessage(1, [buffer, buffer])),
      buffer.byteLength,
    )
    for (const listener of [null, undefined])
      log(refusal(() => /** @type {any} */ (other).addEventListener('message', listener)))
    await settled()
  },
  async 'events that the program dispatches'({ other, log }) {
    listen(other, (event) => log('message', event.data, event.isTrusted))
    other.addEventListener('own', (event) => log('own', event.type))
    log(other.dispatchEvent(new MessageEvent('message', { data: 'mine' })))
    log(other.dispatchEvent(new Event('own', { cancelable: true })))
  },
}

/**
 * @param {AnyPort} port
 * @param {(event: MessageEvent) => void} listener
 * @param {AddEventListenerOptions | boolean} [options]
 */
function listen(port, listener, options) {
  port.addEventListener('message', /** @type {any} */ (listener), options)
}
