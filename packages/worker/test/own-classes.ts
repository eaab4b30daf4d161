/** Classes that a test and its workers both know. */

import { type CodecOptions, ownClass } from '@slipring/worker'

export class Money {
  readonly #cents: bigint
  readonly currency: string
  constructor(cents: bigint, currency: string) {
    this.#cents = cents
    this.currency = currency
  }
  get cents(): bigint {
    return this.#cents
  }
}

export class Invoice extends Map<string, Money> {}

/** A class whose `from` throws for some values. */
export class Fragile {
  readonly weight: number
  constructor(weight: number) {
    if (weight > 10) throw new RangeError(`${weight} is too heavy`)
    this.weight = weight
  }
}

export class Carrier {
  readonly content: unknown
  constructor(content: unknown) {
    this.content = content
  }
}

export const CODEC: CodecOptions = {
  buffers: 'keep',
  classes: [
    ownClass({
      name: 'Money',
      type: Money,
      to: ({ cents, currency }) => ({ cents, currency }),
      from: ({ cents, currency }) => new Money(cents, currency),
    }),
    ownClass({ name: 'Invoice', type: Invoice, to: (lines) => [...lines], from: (lines) => new Invoice(lines) }),
    ownClass({
      name: 'Fragile',
      type: Fragile,
      to: ({ weight }) => weight,
      from: (weight) => new Fragile(weight),
    }),
    ownClass({ name: 'Carrier', type: Carrier, to: ({ content }) => content, from: (content) => new Carrier(content) }),
  ],
}

/** A Fragile that the other side cannot make. */
export function tooHeavy(): Fragile {
  return Object.assign(new Fragile(1), { weight: 11 })
}
