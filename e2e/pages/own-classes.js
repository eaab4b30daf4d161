/** Classes that a page and its workers both know. */

import { ownClass } from '@slipring/browser'

export class Money {
  #cents
  /** @param {number} cents */
  constructor(cents) {
    this.#cents = cents
  }
  get cents() {
    return this.#cents
  }
}

export class Crate {
  /** @type {any} */
  content
  /** @param {unknown} content */
  constructor(content) {
    this.content = content
  }
}

/** A class whose objects `from` cannot make. */
export class Fragile {
  isWhole = true
}

/** @type {import('@slipring/browser').CodecOptions} */
export const codec = {
  buffers: 'keep',
  classes: [
    ownClass({ name: 'Money', type: Money, to: ({ cents }) => cents, from: (cents) => new Money(cents) }),
    ownClass({ name: 'Crate', type: Crate, to: ({ content }) => content, from: (content) => new Crate(content) }),
    ownClass({
      name: 'Fragile',
      type: Fragile,
      to: () => null,
      from: () => {
        throw new RangeError('it broke')
      },
    }),
  ],
}

/**
 * @param {unknown} message
 * @returns {string}
 */
export function nameOf(message) {
  if (message instanceof Money) return `Money ${message.cents}`
  if (!(message instanceof Crate)) return typeof message
  return message.content instanceof MessagePort ? 'Crate of a port' : `Crate of ${nameOf(message.content)}`
}
