/** Mistakes in lending messages where they lie. */

import { mutant, type Mutant } from '../mutant.ts'

const RECEIVER = 'channel/receiver.ts'
const LEASE = 'channel/lease.ts'
const WAITING = 'channel/waiting.ts'

export const lentMutants: readonly Mutant[] = [
  mutant(
    'lent-and-released',
    RECEIVER,
    'return new Waiting(this.#span, offset, offset + length, consumer, consumer.keep())',
    'return void consumer.release()',
  ),
  mutant('lent-for-good', LEASE, 'this.#held?.release()\n', ''),
  mutant(
    'lent-and-not-told-of',
    WAITING,
    'if (kept.isKept && kept.position === this.#position) this.#consumer!.drop(kept)\n',
    '',
  ),
]
