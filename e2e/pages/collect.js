/** Waiting for messages. */

/**
 * The data of the next `count` messages.
 * @param {{ addEventListener(type: 'message', listener: (event: MessageEvent) => void): void, removeEventListener(type: 'message', listener: (event: MessageEvent) => void): void }} target
 * @param {number} count
 * @returns {Promise<any[]>}
 */
export function collect(target, count) {
  return new Promise((resolve) => {
    /** @type {any[]} */
    const messages = []
    target.addEventListener('message', function take({ data }) {
      if (messages.push(data) < count) return
      target.removeEventListener('message', take)
      resolve(messages)
    })
  })
}

/** @param {number} ms */
export function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** @param {number} count */
export function numbers(count) {
  return Array.from({ length: count }, (_, index) => index)
}

/**
 * How many are not where they belong.
 * @param {any[]} messages
 */
export function misplaced(messages) {
  return messages.filter((message, index) => (message.number ?? message) !== index).length
}
