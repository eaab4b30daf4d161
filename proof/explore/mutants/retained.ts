/** Mistakes in going past records that are read later. */

import { drop, mutant, replace, type Mutant } from '../mutant.ts'

export const retainedMutants: readonly Mutant[] = [
  mutant(
    'retained-is-released',
    replace(['Consumer.publishRelease', 'this.#retained.firstPosition(this.position)'], 'this.position'),
  ),
  mutant(
    'retained-from-the-record-after',
    replace(
      ['Consumer.retain', 'this.#retained.add(this.offset, this.length, this.position)'],
      'this.#retained.add(this.offset, this.length, (this.position + this.#recordBytes) | 0)',
    ),
  ),
  mutant(
    'retained-and-read-again',
    drop(['Consumer.retain', 'this.position = (this.position + this.#recordBytes) | 0']),
  ),
  mutant(
    'retained-wakes-at-what-is-released',
    replace(['Consumer.publishRelease', 'this.position - load'], 'position - load'),
  ),
  mutant('drop-without-release', drop(['Consumer.drop', 'this.#retained.drop(retained)'])),
  mutant(
    'drop-releases-the-oldest',
    replace(['RetainedRecords.drop', 'retained.isRetained = false'], 'this.#first = (this.#first + 1) | 0'),
  ),
  mutant(
    'drop-releases-all',
    replace(['RetainedRecords.drop', 'retained.isRetained = false'], 'this.#first = this.#end'),
  ),
  mutant(
    'drop-releases-nothing',
    replace(['RetainedRecords.firstPosition', 'this.#first = (this.#first + 1) | 0'], 'return oldest.position'),
  ),
  mutant('drop-forgets-which', drop(['RetainedRecords.drop', 'retained.isRetained = false'])),
  mutant('retained-over-another', replace(['RetainedRecords.add', 'this.#grow()'], 'void 0')),
  mutant('retained-mixed-up-by-growth', replace(['RetainedRecords.#grow', '(this.#first + index) | 0'], 'index')),
]
