/** Mistakes in lending messages where they lie. */

import { drop, mutant, replace, type Mutant } from '../mutant.ts'

export const lentMutants: readonly Mutant[] = [
  mutant(
    'lent-and-released',
    replace(
      ['Receiver.#takeFound', 'new Waiting(this.span, offset, offset + length, consumer, consumer.retain())'],
      'void consumer.release()',
    ),
  ),
  mutant('lent-for-good', drop(['Lease.release', 'this.#held?.release()'])),
  mutant(
    'lent-and-not-told-of',
    drop([
      'Waiting.release',
      'if (retained.isRetained && retained.position === this.#position) this.#consumer!.drop(retained)',
    ]),
  ),
]
