/** Mistakes in what readers of a state hold, and in the places that are kept for them. */

import { drop, move, mutant, replace, type Mutant } from '../mutant.ts'

export const heldMutants: readonly Mutant[] = [
  mutant(
    'state-header-late',
    move(['SharedSink.publish', 'this.#pins.publish()'], 'before', [
      'SharedSink.publish',
      'view.setFloat64(at + SLOT_TIME, time, true)',
    ]),
  ),
  mutant(
    'state-length-late',
    move(['SharedSink.publish', 'view.setUint32(at + SLOT_LENGTH, bytes, true)'], 'after', [
      'SharedSink.publish',
      'this.#pins.publish()',
    ]),
  ),
  mutant('state-length-of-before', drop(['SharedSink.publish', 'view.setUint32(at + SLOT_LENGTH, bytes, true)'])),
  mutant('state-time-of-before', drop(['SharedSink.publish', 'view.setFloat64(at + SLOT_TIME, time, true)'])),
  mutant('state-version-of-before', drop(['SharedSink.publish', 'view.setFloat64(at + SLOT_VERSION, version, true)'])),
  mutant(
    'state-value-over-header',
    replace(['SharedSink.claim', 'this.#pins.claim() + SLOT_HEADER_BYTES'], 'this.#pins.claim()'),
  ),
  mutant(
    'state-takes-with-the-newer',
    replace(['SharedSource.advance', 'const pin = this.#otherPin'], 'const pin = this.#pin'),
  ),
  mutant('state-pins-stay', drop(['SharedSource.advance', 'this.#pin = pin'])),
  mutant('state-other-pin-stays', drop(['SharedSource.advance', 'this.#otherPin = this.#pin'])),
  mutant(
    'state-reads-into-the-newer',
    replace(['SharedSource.advance', 'const held = this.previous'], 'const held = this.current'),
  ),
  mutant('state-keeps-the-older', drop(['SharedSource.advance', 'this.previous = this.current'])),
  mutant('state-lets-go-in-silence', drop(['SharedSource.advance', 'if (held.slot !== -1) onLeft(held.slot)'])),
  mutant(
    'state-reads-while-it-takes',
    move(['SharedSource.advance', 'if (!pin.take()) return false'], 'after', [
      'SharedSource.advance',
      'this.#read(held, pin.offset)',
    ]),
  ),
  mutant('state-any-length', replace(['SharedSource.#read', 'bytes > slotBytes - SLOT_HEADER_BYTES'], 'false')),
  mutant(
    'state-no-end',
    replace(['SharedSource.hasEnded', 'this.#hasEnded || this.#pin.isWriterClosed()'], 'this.#hasEnded'),
  ),
  mutant(
    'state-parks-at-another-gate',
    replace(['SharedSource.#gateWord', 'this.place * PLACES'], 'this.place * PLACES + 1 + 1'),
  ),
  mutant('state-wait-stays', drop(['SharedSource.close', 'this.#gate?.dispose()'])),
  mutant('places-second-kept-at-close', drop(['SharedSource.close', 'this.#second.close()'])),
  mutant(
    'places-first-freed-first',
    move(['SharedSource.close', 'this.#first.close()'], 'before', ['SharedSource.close', 'this.#second.close()']),
  ),
  mutant(
    'places-each-by-itself',
    replace(
      ['freeReserved', 'endReservation(openStateRegion(memory), place * PLACES, PLACES, reservation, hasDied)'],
      'for (const at of [1, 0]) endReservation(openStateRegion(memory), place * PLACES + at, 1, reservation, hasDied)',
    ),
  ),
  mutant('places-one-given-back', replace(['endReservation', 'first + count - 1'], 'first')),
  mutant(
    'places-given-back-in-order',
    replace(
      ['endReservation', 'for (let reader = first + count - 1; reader >= first; reader--)'],
      'for (let reader = first; reader < first + count; reader++)',
    ),
  ),
  mutant(
    'places-of-the-living',
    replace(
      ['endReservation', '!hasDied || load(region.words, owner) !== (reservation | TAKEN)'],
      'load(region.words, owner) !== (reservation | TAKEN)',
    ),
  ),
  mutant(
    'places-of-the-next',
    replace(['endReservation', '!hasDied || load(region.words, owner) !== (reservation | TAKEN)'], '!hasDied'),
  ),
  mutant(
    'places-dead-keeps-its-own',
    replace(['endReservation', '!hasDied || load(region.words, owner) !== (reservation | TAKEN)'], 'true'),
  ),
  mutant(
    'places-freed-at-once',
    replace(
      ['endReservation', 'compareExchange(region.words, owner, reservation, TAKEN)'],
      'compareExchange(region.words, owner, reservation, FREE)',
    ),
  ),
  mutant(
    'places-kept-by-store',
    replace(
      ['reserveReaderPlace', 'compareExchange(words, readerOwnerOf(reader), FREE, reservation) === FREE'],
      '(store(words, readerOwnerOf(reader), reservation), true)',
    ),
  ),
  mutant(
    'places-second-not-kept',
    drop(['reservePlace', 'reserveReaderPlace(region, place * PLACES + 1, reservation)']),
  ),
  mutant('places-one-number', replace(['newReservation', '2 + 2 * Math.floor(Math.random() * 2 ** 29)'], 'FREE')),
]
