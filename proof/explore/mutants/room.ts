/** Mistakes of a side that waits for room or for a drain, and of the side that must tell it. */

import { drop, equivalent, insert, mutant, replace, type Mutant } from '../mutant.ts'

export const roomMutants: readonly Mutant[] = [
  mutant('room-awaited-without-a-second-look', replace(['awaitRoom', 'isMet() || isEnded()'], 'isEnded()')),
  mutant('room-awaited-without-a-look-at-the-end', replace(['awaitRoom', 'isMet() || isEnded()'], 'isMet()')),
  mutant('room-awaited-without-a-word', drop(['awaitRoom', 'wakeAtAnyRelease(words)'])),
  mutant('room-never-asks', replace(['C5 of awaitRoom', 'home === words'], 'true')),
  mutant(
    'room-ignores-the-first-ring',
    replace(
      ['awaitRoom', 'isConsumerClosed(words) || (home !== words && isConsumerClosed(home))'],
      'isConsumerClosed(words)',
    ),
  ),
  mutant('end-not-told-in-the-first-ring', drop('C5 of Receiver.close')),
  mutant(
    'end-told-in-the-first-ring-only',
    replace('C5 of Receiver.close', 'store(this.home, CONSUMER_STATE, STATE_CLOSED)'),
    drop(['Receiver.close', 'this.consumer.close()']),
  ),
  mutant('buffered-forgets-the-older-ring', drop(['Buffered.moveTo', 'this.#older.push(this.region)'])),
  mutant('buffered-looks-for-the-count-in-the-new-ring', replace(['Buffered.#dropTaken', 'home'], 'region.words')),
  mutant(
    'drain-without-a-second-look',
    replace(['Pressure.#park', '!this.#isHigh() || sender.rings.isReceiverClosed'], 'sender.rings.isReceiverClosed'),
  ),
  mutant(
    'drain-without-a-look-at-the-end',
    replace(
      ['Pressure.#park', '!this.#isHigh() || sender.rings.isReceiverClosed || isLeft()'],
      '!this.#isHigh() || isLeft()',
    ),
  ),
  mutant(
    'drain-never-told-of-the-end',
    drop(['Pressure.rearm', 'if (this.#sender!.rings.isReceiverClosed) return this.end(this.#parts.peerClosed())']),
  ),
  mutant('drain-without-a-word', drop(['Pressure.#park', 'sender.wantDrained(words)'])),
  mutant('drain-wants-too-much', replace(['C0 of wakeAtBytesLeft', 'published - bytes'], 'published + 8')),
  mutant(
    'drain-parks-on-the-old-gate',
    replace(['Pressure.#park', 'this.#words !== words'], 'this.#words === undefined'),
  ),
  equivalent(
    'the release that emptied the older ring has ended every wait there',
    mutant('drain-leaves-the-old-wait', drop(['Pressure.#park', 'this.#gate?.dispose()'])),
  ),
  mutant('drain-leaves-its-wait', drop(['Pressure.end', 'this.#gate?.dispose()'])),
  mutant(
    'drain-told-once-too-early',
    replace(['Pressure.rearm', 'if (!this.#isHigh()) return this.#drained()'], 'return this.#drained()'),
  ),
  mutant(
    'drain-does-not-park-again',
    insert('if (this.#gate !== undefined) return', 'before', ['Pressure.rearm', 'while (this.#isWatching)']),
  ),
  equivalent(
    'a ring that is above the mark alone is above it with what is beside it: the release that counts is never missed',
    mutant(
      'drain-always-by-bytes-left',
      drop(['Sender.wantDrained', 'if (!this.lane.buffered.isInOneRing) return wakeAtAnyRelease(words)']),
    ),
  ),
  mutant('end-without-the-mark', drop(['Sender.close', 'if (this.unwrapped.isOn) this.unwrapped.stopUnwrapped()'])),
]
