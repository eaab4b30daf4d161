/**
 * One small program for any two ports, native or ours: `play` here, `answer` there. Its log is what the program saw.
 * @typedef {MessagePort | import('@slipring/browser').BrowserPort} AnyPort
 */

import { refusal } from './refusal.js'

/**
 * @param {AnyPort} port
 * @returns {Promise<string[]>}
 */
export function play(port) {
  /** @type {string[]} */
  const log = []
  // Two ports have no order between them.
  /** @type {string[]} */
  const beside = []
  const note = (/** @type {string} */ line) => log.push(line)
  return new Promise((resolve) => {
    listen(port, (event) => {
      const { data } = event
      note(`${event.type} ${event.constructor.name} ${event.ports.length} ${describe(data)}`)
      note(`${event instanceof MessageEvent} ${event.isTrusted} ${event.currentTarget === port} ${String(event)}`)
    })
    // The last listener: between two of one event, the platform runs microtasks and a script that dispatches cannot.
    port.onmessage = (/** @type {MessageEvent} */ event) => {
      note(`onmessage ${event.target === port}`)
      queueMicrotask(() => note('microtask'))
      if (event.data === 'last') setTimeout(() => resolve([...log, ...beside]))
    }
    for (const value of [1, 'two', null, undefined, [3, [], 3], { four: new Map([[4n, new Set(['iv'])]]) }]) {
      port.postMessage(value)
    }
    const buffer = new ArrayBuffer(16)
    port.postMessage({ buffer }, [buffer])
    note(`detached ${buffer.byteLength}`)
    const second = new ArrayBuffer(8)
    port.postMessage(second, { transfer: [second] })
    note(`detached ${second.byteLength}`)
    const { port1, port2 } = new MessageChannel()
    port.postMessage('a port beside the message', [port2])
    port1.onmessage = ({ data }) => {
      beside.push(`by the port: ${data}`)
      port.postMessage('last')
    }
    for (const bad of [() => {}, { deep: Symbol('s') }, new WeakSet()]) note(refusal(() => port.postMessage(bad)))
    note(refusal(() => port.postMessage(buffer, [buffer])))
    note(
      refusal(() =>
        port.postMessage({
          get inner() {
            throw new RangeError('from a getter')
          },
        }),
      ),
    )
    note('posted')
  })
}

/** @param {AnyPort} port */
export function answer(port) {
  port.onmessage = (/** @type {MessageEvent} */ { data, ports }) => {
    for (const other of ports) other.postMessage('hello')
    port.postMessage(data)
  }
}

/**
 * @param {AnyPort} port
 * @param {(event: MessageEvent) => void} listener
 */
function listen(port, listener) {
  port.addEventListener('message', /** @type {EventListener} */ (listener))
}

/** @param {unknown} value */
function describe(value) {
  if (value instanceof ArrayBuffer) return `ArrayBuffer ${value.byteLength}`
  const text = JSON.stringify(value, (_, inner) => (inner instanceof Map ? [...inner].map(String) : inner))
  return `${typeof value} ${text}`
}
