/** Mistakes in claim, publish, waiting for room and close. */

import { drop, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const producerMutants: readonly Mutant[] = [
  mutant('publish-without-wake', drop('P2 of Producer.tryPublish')),
  mutant('publish-wakes-first', move('P2 of Producer.tryPublish', 'before', 'P1 of Producer.tryPublish')),
  mutant(
    'publish-before-the-header',
    insert('store(this.#words, PRODUCER_POSITION, (this.#position + recordBytes(payloadBytes)) | 0)', 'before', [
      'Producer.commit',
      'const word = (this.#position & this.#mask) >> 2',
    ]),
  ),
  mutant(
    'publish-at-the-claim',
    replace(
      ['Producer.tryClaim', 'return offset + RECORD_HEADER_BYTES'],
      '{\n      this.#data[offset >> 2] = (2 << RECORD_LENGTH_BITS) | payloadBytes\n      this.#data[(offset >> 2) + 1] = 0\n      store(this.#words, PRODUCER_POSITION, (this.#position + needed) | 0)\n      return offset + RECORD_HEADER_BYTES\n    }',
    ),
  ),
  mutant('claim-without-looking', replace(['Producer.tryClaim', '!this.#hasRoom(total)'], 'false')),
  mutant(
    'claim-too-much',
    replace(['Producer.tryClaim', 'needed <= contiguous ? needed : contiguous + needed'], 'needed - 8'),
  ),
  mutant(
    'claim-without-the-padding',
    replace(['Producer.tryClaim', 'needed <= contiguous ? needed : contiguous + needed'], 'needed'),
  ),
  mutant(
    'claim-writes-no-padding',
    drop([
      'Producer.tryClaim',
      'this.#data[offset >> 2] = (RECORD_PADDING << RECORD_LENGTH_BITS) | (contiguous - RECORD_HEADER_BYTES)',
    ]),
  ),
  mutant('claim-never-sees-the-end', replace(['Producer.tryClaim', 'this.#isClosed() ? CLOSED : FULL'], 'FULL')),
  mutant('room-without-publish', drop(['Producer.parkUntilRoom', 'this.publish()'])),
  mutant('room-wants-nothing-said', drop('C0 of Producer.parkUntilRoom')),
  mutant('room-wants-too-much', replace(['C0 of Producer.parkUntilRoom', 'spare'], '(this.#capacity >> 2)')),
  mutant(
    'hostile-room-ignores-the-end',
    replace(
      ['Producer.hasNews', 'this.#hasRoom(this.#neededBytes) || this.#isClosed()'],
      'this.#hasRoom(this.#neededBytes)',
    ),
  ),
  mutant(
    'room-rechecks-the-end-only',
    replace(['Producer.hasNews', 'this.#hasRoom(this.#neededBytes) || this.#isClosed()'], 'this.#isClosed()'),
  ),
  mutant('room-forgets-the-need', drop(['Producer.parkUntilRoom', 'this.#neededBytes = total'])),
  mutant(
    'room-never-closed',
    replace(['Producer.parkUntilRoom', '!this.#hasRoom(total) && !this.#isClosed()'], '!this.#hasRoom(total)'),
  ),
  mutant('close-without-publish', drop(['Producer.close', 'this.tryPublish()'])),
  mutant('close-without-wake', drop(['Producer.close', 'wake(this.#words, CONSUMER_GATE, this.#nudge)'])),
  mutant(
    'close-wakes-first',
    move('E1 of Producer.close', 'after', ['Producer.close', 'wake(this.#words, CONSUMER_GATE, this.#nudge)']),
  ),
  mutant(
    'producer-believes-positions-behind',
    replace(
      ['Producer.#isImpossible', 'used < 0 || used > this.#capacity || (position & 7) !== 0'],
      'used < 0 || (position & 7) !== 0',
    ),
  ),
  mutant(
    'producer-believes-positions-ahead',
    replace(['Producer.#isImpossible', 'used < 0 || used > this.#capacity'], 'used > this.#capacity'),
  ),
  mutant(
    'producer-believes-odd-positions',
    replace(
      ['Producer.#isImpossible', 'used < 0 || used > this.#capacity || (position & 7) !== 0'],
      'used < 0 || used > this.#capacity',
    ),
  ),
]
