/** Mistakes in going past records that are read later. */

import { mutant, type Mutant } from '../mutant.ts'

const CONSUMER = 'ring/consumer.ts'
const KEPT = 'ring/kept-records.ts'

const DROP = 'kept.isKept = false'
const NEXT = 'this.#first = (this.#first + 1) | 0'

export const keptMutants: readonly Mutant[] = [
  mutant('kept-is-released', CONSUMER, 'return this.#kept.firstPosition(this.#position)', 'return this.#position'),
  mutant(
    'kept-from-the-record-after',
    CONSUMER,
    'this.#kept.add(this.offset, this.length, this.#position)',
    'this.#kept.add(this.offset, this.length, (this.#position + this.#recordBytes) | 0)',
  ),
  mutant(
    'kept-and-read-again',
    CONSUMER,
    'the next to be looked at.\n    this.#position = (this.#position + this.#recordBytes) | 0\n',
    'the next to be looked at.\n',
  ),
  mutant(
    'kept-wakes-at-what-is-released',
    CONSUMER,
    '((this.#position - load(words, WANTED_POSITION)) | 0) >= 0',
    '((position - load(words, WANTED_POSITION)) | 0) >= 0',
  ),
  mutant('drop-without-release', CONSUMER, '    this.#kept.drop(kept)\n', ''),
  mutant('drop-releases-the-oldest', KEPT, DROP, NEXT),
  mutant('drop-releases-all', KEPT, DROP, 'this.#first = this.#end'),
  mutant('drop-releases-nothing', KEPT, NEXT, 'return oldest.position'),
  mutant('drop-forgets-which', KEPT, DROP, ''),
  mutant('kept-over-another', KEPT, 'this.#slots.length) this.#grow()', 'this.#slots.length) void 0'),
  mutant('kept-mixed-up-by-growth', KEPT, 'this.#slotOf((this.#first + index) | 0))', 'this.#slotOf(index))'),
]
