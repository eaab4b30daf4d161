/** Mistakes in peek, release, waiting for records and the checks of a hostile producer's bytes. */

import { drop, equivalent, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const consumerMutants: readonly Mutant[] = [
  mutant(
    'release-at-the-peek',
    insert('store(this.#words, CONSUMER_POSITION, (position + bytes) | 0)', 'before', ['Consumer.peek', 'return true']),
  ),
  mutant(
    'release-a-record-too-much',
    replace(['P1 of Consumer.publishRelease', 'position'], 'this.#knownProducerPosition'),
  ),
  mutant(
    'release-without-wake',
    drop([
      'Consumer.publishRelease',
      'if (((this.position - load(words, WANTED_POSITION)) | 0) >= 0) wake(words, PRODUCER_GATE, this.#nudge)',
    ]),
  ),
  mutant(
    'release-wakes-a-byte-late',
    replace(
      ['Consumer.publishRelease', '((this.position - load(words, WANTED_POSITION)) | 0) >= 0'],
      '((this.position - load(words, WANTED_POSITION)) | 0) > 0',
    ),
  ),
  mutant(
    'release-compares-unwrapped',
    replace(
      ['Consumer.publishRelease', '((this.position - load(words, WANTED_POSITION)) | 0) >= 0'],
      'this.position >= load(words, WANTED_POSITION)',
    ),
  ),
  mutant(
    'release-wakes-first',
    insert(
      'if (load(words, PRODUCER_GATE) !== RUN && ((this.position - load(words, WANTED_POSITION)) | 0) >= 0) wake(words, PRODUCER_GATE, this.#nudge)',
      'before',
      ['Consumer.publishRelease', 'if (this.#releasedPosition !== position)'],
    ),
    replace('P2 of Consumer.publishRelease', 'return'),
  ),
  mutant('parks-with-bytes-in-hand', drop(['Consumer.parkUntilRecord', 'this.publishRelease()'])),
  mutant(
    'recheck-without-the-end',
    replace(
      ['Consumer.hasNews', 'this.#refreshProducerPosition() || this.isProducerClosed()'],
      'this.#refreshProducerPosition()',
    ),
  ),
  mutant(
    'recheck-without-the-position',
    replace(
      ['Consumer.hasNews', 'this.#refreshProducerPosition() || this.isProducerClosed()'],
      'this.isProducerClosed()',
    ),
  ),
  mutant('end-without-wake', drop(['Consumer.#end', 'wake(this.#words, PRODUCER_GATE, this.#nudge)'])),
  mutant(
    'end-wakes-first',
    move('P1 of Consumer.#end', 'after', ['Consumer.#end', 'wake(this.#words, PRODUCER_GATE, this.#nudge)']),
  ),
  equivalent(
    'no record fits below a position behind our own: the bounds in peek refuse it',
    mutant(
      'consumer-believes-positions-behind',
      replace(['Consumer.#refreshProducerPosition', 'used < 0 || used > this.#capacity'], 'used > this.#capacity'),
    ),
  ),
  mutant(
    'consumer-believes-positions-ahead',
    replace(
      ['Consumer.#refreshProducerPosition', 'used < 0 || used > this.#capacity || (position & 7) !== 0'],
      'used < 0 || (position & 7) !== 0',
    ),
  ),
  equivalent(
    'an odd position leaves bytes over that are no whole record, and these are refused',
    mutant(
      'consumer-believes-odd-positions',
      replace(
        ['Consumer.#refreshProducerPosition', 'used < 0 || used > this.#capacity || (position & 7) !== 0'],
        'used < 0 || used > this.#capacity',
      ),
    ),
  ),
  mutant(
    'reads-past-the-published',
    replace(
      ['Consumer.peek', 'bytes <= ((this.#knownProducerPosition - position) | 0) && offset + bytes <= this.#capacity'],
      'offset + bytes <= this.#capacity',
    ),
  ),
  mutant(
    'hostile-reads-past-the-end',
    replace(
      ['Consumer.peek', 'bytes <= ((this.#knownProducerPosition - position) | 0) && offset + bytes <= this.#capacity'],
      'bytes <= ((this.#knownProducerPosition - position) | 0)',
    ),
  ),
  mutant(
    'hostile-reads-the-header-twice',
    replace(['Consumer.peek', 'this.length = length'], 'this.length = this.#data[offset >> 2]! & RECORD_LENGTH_MASK'),
  ),
  mutant('reads-any-kind', replace(['Consumer.peek', 'kind <= RECORD_PADDING'], 'kind === RECORD_PADDING')),
  mutant(
    'believes-any-padding',
    replace(['Consumer.#peekPast', 'offset === 0 || offset + bytes !== this.#capacity'], 'offset === 0'),
  ),
  mutant(
    'believes-padding-at-the-start',
    replace(
      ['Consumer.#peekPast', 'offset === 0 || offset + bytes !== this.#capacity'],
      'offset + bytes !== this.#capacity',
    ),
  ),
  mutant(
    'believes-any-length',
    replace(
      ['Consumer.peek', '!isInside || kind <= RECORD_PADDING || length > this.region.maxPayload'],
      '!isInside || kind <= RECORD_PADDING',
    ),
  ),
  mutant(
    'forgets-the-corruption',
    drop(['Consumer.#refreshProducerPosition', 'if (this.#corruption !== undefined) throw this.#corruption']),
  ),
  mutant('keeps-the-corruption-to-itself', drop(['Consumer.#endCorrupt', 'this.#end(STATE_CORRUPT)'])),
  mutant('goes-on-after-corruption', drop(['Consumer.#endCorrupt', 'this.#knownProducerPosition = this.position'])),
]
