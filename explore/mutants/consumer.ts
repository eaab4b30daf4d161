/** Mistakes in peek, release, waiting for records and the checks of a hostile producer's bytes. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const CONSUMER = 'ring/consumer.ts'

const CONSUMER_BOUNDS =
  'const isInside = bytes <= ((this.#knownProducerPosition - position) | 0) && offset + bytes <= this.#capacity'

export const consumerMutants: readonly Mutant[] = [
  mutant(
    'release-at-the-peek',
    CONSUMER,
    'this.#recordBytes = bytes\n',
    'this.#recordBytes = bytes\n      store(this.#words, CONSUMER_POSITION, (position + bytes) | 0)\n',
  ),
  mutant(
    'release-a-record-too-much',
    CONSUMER,
    'store(words, CONSUMER_POSITION, position)',
    'store(words, CONSUMER_POSITION, this.#knownProducerPosition)',
  ),
  mutant(
    'release-without-wake',
    CONSUMER,
    'if (((this.#position - load(words, WANTED_POSITION)) | 0) >= 0) wake(words, PRODUCER_GATE, this.#nudge)',
    '',
  ),
  mutant(
    'release-wakes-a-byte-late',
    CONSUMER,
    'load(words, WANTED_POSITION)) | 0) >= 0)',
    'load(words, WANTED_POSITION)) | 0) > 0)',
  ),
  mutant(
    'release-compares-unwrapped',
    CONSUMER,
    '((this.#position - load(words, WANTED_POSITION)) | 0) >= 0',
    'this.#position >= load(words, WANTED_POSITION)',
  ),
  mutant(
    'release-wakes-first',
    CONSUMER,
    'const position = this.#keptPosition()\n    if (this.#releasedPosition',
    'const position = this.#keptPosition()\n    if (load(words, PRODUCER_GATE) !== RUN && ((this.#position - load(words, WANTED_POSITION)) | 0) >= 0) wake(words, PRODUCER_GATE, this.#nudge)\n    if (this.#releasedPosition',
    '// ORDER: P2 of the room protocol, after P1; pairs with C1 in Producer.parkUntilRoom.\n    if (load(words, PRODUCER_GATE) === RUN) return',
    'return',
  ),
  mutant(
    'parks-with-bytes-in-hand',
    CONSUMER,
    'parkUntilRecord(timeoutMs: number = Infinity): boolean {\n    this.publishRelease()',
    'parkUntilRecord(timeoutMs: number = Infinity): boolean {',
  ),
  mutant(
    'recheck-without-the-end',
    CONSUMER,
    'return this.#refreshProducerPosition() || this.isProducerClosed()',
    'return this.#refreshProducerPosition()',
  ),
  mutant(
    'recheck-without-the-position',
    CONSUMER,
    'return this.#refreshProducerPosition() || this.isProducerClosed()',
    'return this.isProducerClosed()',
  ),
  mutant(
    'end-without-wake',
    CONSUMER,
    'store(this.#words, CONSUMER_STATE, state)\n    wake(this.#words, PRODUCER_GATE, this.#nudge)',
    'store(this.#words, CONSUMER_STATE, state)',
  ),
  mutant(
    'end-wakes-first',
    CONSUMER,
    'store(this.#words, CONSUMER_STATE, state)\n    wake(this.#words, PRODUCER_GATE, this.#nudge)',
    'wake(this.#words, PRODUCER_GATE, this.#nudge)\n    store(this.#words, CONSUMER_STATE, state)',
  ),
  equivalent(
    'no record fits below a position behind our own: the bounds in peek refuse it',
    mutant(
      'consumer-believes-positions-behind',
      CONSUMER,
      'if (used < 0 || used > this.#capacity || (position & 7) !== 0)',
      'if (used > this.#capacity || (position & 7) !== 0)',
    ),
  ),
  mutant(
    'consumer-believes-positions-ahead',
    CONSUMER,
    'if (used < 0 || used > this.#capacity || (position & 7) !== 0)',
    'if (used < 0 || (position & 7) !== 0)',
  ),
  mutant(
    'consumer-believes-odd-positions',
    CONSUMER,
    'used > this.#capacity || (position & 7) !== 0)',
    'used > this.#capacity)',
  ),
  mutant('reads-past-the-published', CONSUMER, CONSUMER_BOUNDS, 'const isInside = offset + bytes <= this.#capacity'),
  mutant(
    'hostile-reads-past-the-end',
    CONSUMER,
    CONSUMER_BOUNDS,
    'const isInside = bytes <= ((this.#knownProducerPosition - position) | 0)',
  ),
  mutant(
    'hostile-reads-the-header-twice',
    CONSUMER,
    'this.length = length\n',
    'this.length = this.#data[offset >> 2]! & RECORD_LENGTH_MASK\n',
  ),
  mutant('reads-any-kind', CONSUMER, 'kind <= RECORD_PADDING ||', 'kind === RECORD_PADDING ||'),
  mutant(
    'believes-any-padding',
    CONSUMER,
    'if (offset === 0 || offset + bytes !== this.#capacity)\n',
    'if (offset === 0)\n',
  ),
  mutant(
    'believes-padding-at-the-start',
    CONSUMER,
    'if (offset === 0 || offset + bytes !== this.#capacity)\n',
    'if (offset + bytes !== this.#capacity)\n',
  ),
  mutant('believes-any-length', CONSUMER, ' || length > this.region.maxPayload)', ')'),
  mutant('forgets-the-corruption', CONSUMER, 'if (this.#corruption !== undefined) throw this.#corruption', ''),
  mutant('keeps-the-corruption-to-itself', CONSUMER, 'this.#end(STATE_CORRUPT)', ''),
  mutant(
    'goes-on-after-corruption',
    CONSUMER,
    '// From now on `peek` always takes the path through #refreshProducerPosition, which throws this error again.\n    this.#knownProducerPosition = this.#position',
    '',
  ),
]
