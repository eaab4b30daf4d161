/**
 * The posts of a thread before it ends, and how they are told apart at the other side.
 * @typedef {'small' | 'text' | 'large' | 'transfer' | 'port'} Load
 */

// More than a ring of the first size takes.
const LARGE_BYTES = 1_500_000

/** @type {Record<Load, (number: number) => [message: unknown, transfer?: Transferable[]]>} */
const makers = {
  small: (number) => [{ number }],
  text: (number) => [`${number} ${'x'.repeat(50_000)}`],
  large: (number) => [{ number, bytes: new Uint8Array(LARGE_BYTES).fill(number + 1) }],
  transfer: (number) => {
    const { buffer } = new Uint8Array(1000).fill(number + 1)
    return [{ number, bytes: buffer }, [buffer]]
  },
  port: (number) => {
    const { port1 } = new MessageChannel()
    return [{ number, port: port1 }, [port1]]
  },
}

/**
 * @param {{ postMessage(message: unknown, transfer: Transferable[]): void }} port
 * @param {readonly Load[]} loads
 */
export function postAll(port, loads) {
  for (const [number, load] of loads.entries()) {
    const [message, transfer = []] = makers[load](number)
    port.postMessage(message, transfer)
  }
}

/** @param {readonly Load[]} loads */
export function wordsOf(loads) {
  return loads.map((load, number) => wordOf(makers[load](number)[0]))
}

/** @param {any} message */
export function wordOf(message) {
  if (typeof message === 'string') return `${message.slice(0, 2)} of ${message.length}`
  const { number, bytes, port } = message
  const view = bytes && new Uint8Array(bytes)
  return `${number} ${view ? `${view.length} of ${view[0]} and ${view.at(-1)}` : port instanceof MessagePort}`
}
