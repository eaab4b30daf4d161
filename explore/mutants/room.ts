/** Mistakes of who waits for room or for a drain, and of who must tell it. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const AWAIT_ROOM = 'channel/await-room.ts'
const BUFFERED = 'channel/buffered.ts'
const PRESSURE = 'port/pressure.ts'
const RECEIVER = 'channel/receiver.ts'
const SENDER = 'channel/sender.ts'

const RECHECK = 'isMet() || isEnded() }'
const DRAIN_RECHECK = 'hasNews: () => !this.isHigh || sender.isReceiverClosed || isLeft()'
const END_AT_HOME = 'if (words !== this.#home) store(this.#home, CONSUMER_STATE, STATE_CLOSED)\n'

export const roomMutants: readonly Mutant[] = [
  mutant('room-awaited-without-a-second-look', AWAIT_ROOM, RECHECK, 'isEnded() }'),
  mutant('room-awaited-without-a-look-at-the-end', AWAIT_ROOM, RECHECK, 'isMet() }'),
  mutant('room-awaited-without-a-word', AWAIT_ROOM, '    wakeAtAnyRelease(words)\n', ''),
  mutant('room-never-asks', AWAIT_ROOM, 'home === words ? Infinity : PEER_CHECK_MS', 'true ? Infinity : PEER_CHECK_MS'),
  mutant(
    'room-ignores-the-first-ring',
    AWAIT_ROOM,
    'isConsumerClosed(words) || (home !== words && isConsumerClosed(home))',
    'isConsumerClosed(words)',
  ),
  mutant('end-not-told-in-the-first-ring', RECEIVER, END_AT_HOME, ''),
  mutant(
    'end-told-in-the-first-ring-only',
    RECEIVER,
    `${END_AT_HOME}    this.#consumer.close()`,
    'store(this.#home, CONSUMER_STATE, STATE_CLOSED)',
  ),
  mutant('buffered-forgets-the-older-ring', BUFFERED, 'older[older.length] = this.region\n', '\n'),
  mutant(
    'buffered-looks-for-the-count-in-the-new-ring',
    BUFFERED,
    'load(this.home, OUT_OF_BAND_TAKEN)',
    'load(this.region.words, OUT_OF_BAND_TAKEN)',
  ),
  mutant('drain-without-a-second-look', PRESSURE, DRAIN_RECHECK, 'hasNews: () => sender.isReceiverClosed || isLeft()'),
  mutant('drain-without-a-look-at-the-end', PRESSURE, DRAIN_RECHECK, 'hasNews: () => !this.isHigh || isLeft()'),
  mutant(
    'drain-never-told-of-the-end',
    PRESSURE,
    'if (this.#sender!.isReceiverClosed) return this.end(this.#parts.peerClosed())',
    '',
  ),
  mutant('drain-without-a-word', PRESSURE, 'sender.wantDrained(words)', ''),
  mutant('drain-wants-too-much', AWAIT_ROOM, '(published - bytes) | 0', '(published + 8) | 0'),
  mutant('drain-parks-on-the-old-gate', PRESSURE, 'if (this.#words !== words) {', 'if (this.#words === undefined) {'),
  equivalent(
    'the release that emptied the older ring has ended every wait there',
    mutant('drain-leaves-the-old-wait', PRESSURE, 'this.#gate?.dispose()\n      this.#gate', 'this.#gate'),
  ),
  mutant('drain-leaves-its-wait', PRESSURE, 'this.#gate?.dispose()\n    this.#settleReady', 'this.#settleReady'),
  mutant('drain-told-once-too-early', PRESSURE, 'if (!this.isHigh) return this.#drained()', 'return this.#drained()'),
  mutant(
    'drain-does-not-park-again',
    PRESSURE,
    'rearm(): void {\n    while',
    'rearm(): void {\n    if (this.#gate === undefined) while',
  ),
  equivalent(
    'a ring that is above the mark alone is above it with what is beside it: the release that counts is never missed',
    mutant('drain-always-by-bytes-left', SENDER, 'if (!this.#buffered.isInOneRing) return wakeAtAnyRelease(words)', ''),
  ),
  mutant('end-without-the-mark', SENDER, 'if (this.#isUnwrapped) this.#stopUnwrapped()\n', ''),
]
