/** Classes that a program and its workers both know. */

import { ownClass } from '@slipring/worker'

export class Money {
  #cents
  constructor(cents) {
    this.#cents = cents
  }
  get cents() {
    return this.#cents
  }
}

/** An error that keeps its class. */
export class Refusal extends Error {
  constructor(message, of) {
    super(message)
    this.of = of
  }
}

export class Unlucky {
  day = 13
}

export const codec = {
  buffers: 'keep',
  classes: [
    ownClass({ name: 'Money', type: Money, to: ({ cents }) => ({ cents }), from: ({ cents }) => new Money(cents) }),
    ownClass({
      name: 'Refusal',
      type: Refusal,
      to: ({ message, of }) => [message, of],
      from: ([message, of]) => new Refusal(message, of),
    }),
    ownClass({
      name: 'Unlucky',
      type: Unlucky,
      to: ({ day }) => day,
      from: (day) => {
        throw new RangeError(`no ${day}th here`)
      },
    }),
  ],
}

export function nameOf(value) {
  if (value instanceof Refusal) return `Refusal of ${nameOf(value.of)}`
  if (Buffer.isBuffer(value)) return `Buffer ${value.toString()}`
  return value instanceof Money ? `Money ${value.cents}` : typeof value
}
