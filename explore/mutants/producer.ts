/** Mistakes in claim, publish, waiting for room and close. */

import { mutant, type Mutant } from '../mutant.ts'

const PRODUCER = 'ring/producer.ts'

export const producerMutants: readonly Mutant[] = [
  mutant(
    'publish-without-wake',
    PRODUCER,
    'if (load(words, CONSUMER_GATE) !== RUN) wake(words, CONSUMER_GATE, this.#nudge)',
    '',
  ),
  mutant(
    'publish-wakes-first',
    PRODUCER,
    'store(words, PRODUCER_POSITION, this.#position)',
    'if (load(words, CONSUMER_GATE) !== RUN) wake(words, CONSUMER_GATE, this.#nudge)\n    store(words, PRODUCER_POSITION, this.#position)',
    'if (load(words, CONSUMER_GATE) !== RUN) wake(words, CONSUMER_GATE, this.#nudge)\n    return true',
    'return true',
  ),
  mutant(
    'publish-before-the-header',
    PRODUCER,
    'this.#writeHeader(this.#position & this.#mask, payloadBytes, kind, sequence)',
    'store(this.#words, PRODUCER_POSITION, (this.#position + recordBytes(payloadBytes)) | 0)\n    this.#writeHeader(this.#position & this.#mask, payloadBytes, kind, sequence)',
  ),
  mutant(
    'publish-at-the-claim',
    PRODUCER,
    'if (needed <= contiguous) return offset + RECORD_HEADER_BYTES',
    'if (needed <= contiguous) {\n      this.#writeHeader(offset, payloadBytes, 2, 0)\n      store(this.#words, PRODUCER_POSITION, (this.#position + needed) | 0)\n      return offset + RECORD_HEADER_BYTES\n    }',
  ),
  mutant('claim-without-looking', PRODUCER, 'if (!this.#hasRoom(total)) return', 'if (false) return'),
  mutant(
    'claim-too-much',
    PRODUCER,
    'const total = needed <= contiguous ? needed : contiguous + needed\n    if',
    'const total = needed - 8\n    if',
  ),
  mutant(
    'claim-without-the-padding',
    PRODUCER,
    'const total = needed <= contiguous ? needed : contiguous + needed\n    if',
    'const total = needed\n    if',
  ),
  mutant(
    'claim-writes-no-padding',
    PRODUCER,
    'this.#writeHeader(offset, contiguous - RECORD_HEADER_BYTES, RECORD_PADDING, 0)',
    '',
  ),
  mutant('claim-never-sees-the-end', PRODUCER, 'return this.#isClosed() ? CLOSED : FULL', 'return FULL'),
  mutant(
    'room-without-publish',
    PRODUCER,
    'parkUntilRoom(payloadBytes: number, timeoutMs: number = Infinity): boolean {\n    this.publish()',
    'parkUntilRoom(payloadBytes: number, timeoutMs: number = Infinity): boolean {',
  ),
  mutant(
    'room-wants-nothing-said',
    PRODUCER,
    'store(this.#words, WANTED_POSITION, (this.#position + total - this.#capacity + spare) | 0)',
    '',
  ),
  mutant(
    'room-wants-too-much',
    PRODUCER,
    '(this.#position + total - this.#capacity + spare) | 0)\n',
    '(this.#position + total - this.#capacity + (this.#capacity >> 2)) | 0)\n',
  ),
  mutant(
    'hostile-room-ignores-the-end',
    PRODUCER,
    'return this.#hasRoom(this.#neededBytes) || this.#isClosed()',
    'return this.#hasRoom(this.#neededBytes)',
  ),
  mutant(
    'room-rechecks-the-end-only',
    PRODUCER,
    'return this.#hasRoom(this.#neededBytes) || this.#isClosed()',
    'return this.#isClosed()',
  ),
  mutant('room-forgets-the-need', PRODUCER, 'this.#neededBytes = total', ''),
  mutant(
    'room-never-closed',
    PRODUCER,
    'while (!this.#hasRoom(total) && !this.#isClosed()) {',
    'while (!this.#hasRoom(total)) {',
  ),
  mutant('close-without-publish', PRODUCER, 'try {\n      this.tryPublish()\n    }', 'try {\n    }'),
  mutant(
    'close-without-wake',
    PRODUCER,
    'store(this.#words, PRODUCER_STATE, STATE_CLOSED)\n      wake(this.#words, CONSUMER_GATE, this.#nudge)',
    'store(this.#words, PRODUCER_STATE, STATE_CLOSED)',
  ),
  mutant(
    'close-wakes-first',
    PRODUCER,
    'store(this.#words, PRODUCER_STATE, STATE_CLOSED)\n      wake(this.#words, CONSUMER_GATE, this.#nudge)',
    'wake(this.#words, CONSUMER_GATE, this.#nudge)\n      store(this.#words, PRODUCER_STATE, STATE_CLOSED)',
  ),
  mutant(
    'producer-believes-positions-behind',
    PRODUCER,
    'return used < 0 || used > this.#capacity || (position & 7) !== 0',
    'return used < 0 || (position & 7) !== 0',
  ),
  mutant(
    'producer-believes-positions-ahead',
    PRODUCER,
    'return used < 0 || used > this.#capacity || (position & 7) !== 0',
    'return used > this.#capacity || (position & 7) !== 0',
  ),
  mutant(
    'producer-believes-odd-positions',
    PRODUCER,
    'used > this.#capacity || (position & 7) !== 0',
    'used > this.#capacity',
  ),
]
