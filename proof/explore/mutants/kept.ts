/** Mistakes in going past records that are read later. */

import { drop, mutant, replace, type Mutant } from '../mutant.ts'

export const keptMutants: readonly Mutant[] = [
  mutant(
    'kept-is-released',
    replace(['Consumer.#keptPosition', 'this.#kept.firstPosition(this.#position)'], 'this.#position'),
  ),
  mutant(
    'kept-from-the-record-after',
    replace(
      ['Consumer.keep', 'this.#kept.add(this.offset, this.length, this.#position)'],
      'this.#kept.add(this.offset, this.length, (this.#position + this.#recordBytes) | 0)',
    ),
  ),
  mutant('kept-and-read-again', drop(['Consumer.keep', 'this.#position = (this.#position + this.#recordBytes) | 0'])),
  mutant('kept-wakes-at-what-is-released', replace(['Consumer.publishRelease', 'this.#position'], 'position')),
  mutant('drop-without-release', drop(['Consumer.drop', 'this.#kept.drop(kept)'])),
  mutant(
    'drop-releases-the-oldest',
    replace(['KeptRecords.drop', 'kept.isKept = false'], 'this.#first = (this.#first + 1) | 0'),
  ),
  mutant('drop-releases-all', replace(['KeptRecords.drop', 'kept.isKept = false'], 'this.#first = this.#end')),
  mutant(
    'drop-releases-nothing',
    replace(['KeptRecords.firstPosition', 'this.#first = (this.#first + 1) | 0'], 'return oldest.position'),
  ),
  mutant('drop-forgets-which', drop(['KeptRecords.drop', 'kept.isKept = false'])),
  mutant('kept-over-another', replace(['KeptRecords.add', 'this.#grow()'], 'void 0')),
  mutant('kept-mixed-up-by-growth', replace(['KeptRecords.#grow', '(this.#first + index) | 0'], 'index')),
]
