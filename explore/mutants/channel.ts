/** Mistakes in the one order over ring and native lane, and in the change to a larger ring. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const SENDER = 'channel/sender.ts'
const RECEIVER = 'channel/receiver.ts'
const READER = 'channel/message-reader.ts'

const FIRST_LOOK = '// M4: state, then count, then position: against the order in which the sender stores them.\n'
const LOOK_AT_END = `${FIRST_LOOK}      const isClosed = consumer.isProducerClosed()\n`
const LOOK_AT_COUNT = 'const isPending = this.#isPending()\n'
const LOOK_AGAIN = 'if (consumer.peek()) continue\n      // M5'
const RECHECK = 'return this.#consumer.hasNews() || this.#isPending() || this.#stash.isNext(this.#expected)'
const ANNOUNCE = `store(words, OUT_OF_BAND, this.#announced)
    this.#wakeIfBlocked(words)
  }

  #wakeIfBlocked`
const NEW_COUNT = 'store(region.words, OUT_OF_BAND, (this.#announced + 1) | 0)'
const POST = 'this.#lane.post(envelope, transfer)'
const COUNT_AND_ANNOUNCE = 'this.#announced = (this.#announced + 1) | 0\n    this.#announce()'
const GLANCE_END = 'if (!isClosed) return EMPTY\n    return !hasFetched'

export const channelMutants: readonly Mutant[] = [
  mutant('merge-without-a-second-look', RECEIVER, LOOK_AGAIN, '// M5'),
  mutant(
    'merge-looks-at-the-count-last',
    RECEIVER,
    LOOK_AT_COUNT,
    '',
    LOOK_AGAIN,
    `if (consumer.peek()) continue\n      ${LOOK_AT_COUNT}      // M5`,
  ),
  mutant(
    'merge-looks-at-the-end-last',
    RECEIVER,
    LOOK_AT_END,
    FIRST_LOOK,
    LOOK_AGAIN,
    'if (consumer.peek()) continue\n      const isClosed = consumer.isProducerClosed()\n      // M5',
  ),
  mutant(
    'unwrapped-looks-at-the-count-before-the-end',
    RECEIVER,
    LOOK_AT_END,
    FIRST_LOOK,
    LOOK_AT_COUNT,
    `${LOOK_AT_COUNT}      const isClosed = consumer.isProducerClosed()\n`,
  ),
  mutant(
    'merge-ends-before-what-others-have-posted',
    RECEIVER,
    'if (hasFetched || !this.#fetchAll()) return ENDED',
    'if (isClosed) return ENDED',
  ),
  mutant('merge-ignores-the-numbers', RECEIVER, 'if (consumer.sequence === this.#expected) {', 'if (true) {'),
  mutant('merge-ignores-the-count', RECEIVER, LOOK_AT_COUNT, 'const isPending = false\n'),
  mutant('merge-believes-a-late-count', RECEIVER, ' && ((announced + 1) | 0) !== this.#taken', ''),
  mutant(
    'glance-looks-at-the-end-last',
    RECEIVER,
    GLANCE_END,
    'if (!this.#consumer.isProducerClosed()) return EMPTY\n    return !hasFetched',
  ),
  mutant(
    'glance-without-the-count',
    RECEIVER,
    'if ((mayCome && this.#isPending()) || consumer.peek())',
    'if (consumer.peek())',
  ),
  mutant('glance-without-the-end', RECEIVER, GLANCE_END, 'return EMPTY\n    return !hasFetched'),
  mutant(
    'glance-sees-what-others-expect',
    RECEIVER,
    'if ((mayCome && this.#isPending()) || consumer.peek())',
    'if ((mayCome && this.#announced() !== 0) || consumer.peek())',
  ),
  mutant(
    'merge-recheck-without-the-ring',
    RECEIVER,
    RECHECK,
    'return this.#isPending() || this.#stash.isNext(this.#expected)',
  ),
  mutant(
    'merge-recheck-without-the-count',
    RECEIVER,
    RECHECK,
    'return this.#consumer.hasNews() || this.#stash.isNext(this.#expected)',
  ),
  equivalent(
    'whoever parks has just found the stash not next, and only an event, which ends the park, adds to it',
    mutant(
      'merge-recheck-without-the-stash',
      RECEIVER,
      RECHECK,
      'return this.#consumer.hasNews() || this.#isPending()',
    ),
  ),
  mutant(
    'merge-forgets-what-was-taken',
    RECEIVER,
    'this.#taken = (this.#taken + 1) | 0\n    return true',
    'return true',
  ),
  mutant(
    'merge-releases-first',
    READER,
    'message = this.#decoder.decode(span, offset, offset + length)',
    'message = (consumer.release(), this.#decoder.decode(span, offset, offset + length))',
  ),
  mutant('growth-parks-on-the-old-gate', RECEIVER, 'this.#onRing(region)\n', ''),
  mutant(
    'growth-reads-the-old-ring',
    RECEIVER,
    'this.#consumer = new Consumer(region, this.#owner, this.#nudge, this.#consumer.releasePortion)\n    this.#span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)\n    this.#onRing',
    'this.#onRing',
  ),
  equivalent(
    'in rings as small as these every record is released at once; in larger ones bufferedAmount would never fall',
    mutant(
      'growth-without-the-last-release',
      RECEIVER,
      'this.publishRelease()\n    this.#consumer = new',
      'this.#consumer = new',
    ),
  ),
  mutant('taken-never-told', RECEIVER, 'store(this.#home, OUT_OF_BAND_TAKEN, this.#delivered)', ''),
  mutant(
    'taken-told-after-the-wake',
    RECEIVER,
    'publishRelease(): void {\n    if',
    'publishRelease(): void {\n    this.#consumer.publishRelease()\n    if',
    'this.#publishedDelivered = this.#delivered\n    }\n    this.#consumer.publishRelease()',
    'this.#publishedDelivered = this.#delivered\n    }',
  ),
  mutant(
    'begin-ignores-the-mark',
    RECEIVER,
    'if (kind === OOB_BEGIN) this.#beginAt(sequence)',
    'if (false) this.#beginAt(sequence)',
  ),
  mutant('begin-believes-its-own-count', RECEIVER, 'this.#taken = sequence | 0\n', ''),
  mutant(
    'begin-takes-everything-for-ours',
    RECEIVER,
    'if (!this.#hasBegun && unwrapped !== 0 && this.#taken < unwrapped) this.#stash.keepRaw(message, ports)\n      else return this.#keepUnreadable(message)',
    'this.#stash.keepRaw(message, ports)',
  ),
  equivalent(
    'the mark carries the count itself; what matters is that both come before the first message with a number',
    mutant(
      'begin-counts-after-the-mark',
      SENDER,
      'store(words, UNWRAPPED, this.#announced)\n',
      '\n',
      'OOB_BEGIN] satisfies Envelope)\n',
      'OOB_BEGIN] satisfies Envelope)\n    store(words, UNWRAPPED, this.#announced)\n',
    ),
  ),
  mutant('begin-never-by-the-count', RECEIVER, 'if (this.#begin()) continue', ''),
  mutant(
    'begin-before-all-are-here',
    RECEIVER,
    'if (unwrapped === 0 || this.#taken !== unwrapped) return false',
    'if (unwrapped === 0) return false',
  ),

  mutant('announce-before-the-post', SENDER, COUNT_AND_ANNOUNCE, '', POST, `${COUNT_AND_ANNOUNCE}\n    ${POST}`),
  mutant('announce-never', SENDER, COUNT_AND_ANNOUNCE, ''),
  mutant(
    'announce-without-wake',
    SENDER,
    ANNOUNCE,
    'store(words, OUT_OF_BAND, this.#announced)\n  }\n\n  #wakeIfBlocked',
  ),
  mutant(
    'announce-wakes-first',
    SENDER,
    ANNOUNCE,
    'this.#wakeIfBlocked(words)\n    store(words, OUT_OF_BAND, this.#announced)\n  }\n\n  #wakeIfBlocked',
  ),
  equivalent(
    'an event loop is woken twice, once in vain: it costs time',
    mutant(
      'announce-wakes-event-loops',
      SENDER,
      'if (load(words, CONSUMER_GATE) === PARK_SYNC) wake(',
      'if (load(words, CONSUMER_GATE) !== 0) wake(',
    ),
  ),
  mutant(
    'send-repeats-a-number',
    SENDER,
    `this.#sequence = (this.#sequence + 1) >>> 0\n    ${COUNT_AND_ANNOUNCE}`,
    COUNT_AND_ANNOUNCE,
  ),
  mutant(
    'send-native-before-the-number',
    SENDER,
    'this.#calm.begin(this.bytes)\n    this.#producer.tryPublish()',
    'this.#calm.begin(this.bytes)',
  ),
  mutant('growth-counts-from-zero', SENDER, NEW_COUNT, ''),
  mutant('growth-counts-itself-late', SENDER, NEW_COUNT, 'store(region.words, OUT_OF_BAND, this.#announced)'),
  mutant(
    'growth-announced-in-the-new-ring',
    SENDER,
    'this.#announceIn(words)\n    // Looks',
    'this.#announceIn(this.words)\n    // Looks',
  ),
  mutant(
    'growth-never-announced',
    SENDER,
    'if (!this.#postOnLane([this.#token, this.#sequence, OOB_RING, buffer], [])) return\n',
    '\n',
  ),
  mutant(
    'ring-ahead-counted',
    RECEIVER,
    'if (kind === OOB_AHEAD) return this.#keepAhead(message[3])',
    'if (kind === OOB_AHEAD) {\n        this.#taken = (this.#taken + 1) | 0\n        return this.#keepAhead(message[3])\n      }',
  ),
  mutant('ring-ahead-not-meant', RECEIVER, 'buffer = this.#ahead] = announcement', 'buffer] = announcement'),
  mutant('growth-beyond-the-limit', SENDER, 'if (capacity > this.#maxCapacity) return false\n', '\n'),
  mutant('wraps-before-anybody-reads', SENDER, 'if (load(words, CONSUMER_OWNER) === 0) return false', ''),
  mutant('wraps-without-the-count', SENDER, 'store(words, UNWRAPPED, this.#announced)\n', '\n'),
  mutant(
    'wraps-without-the-mark',
    SENDER,
    'if (this.#announced !== 0) this.#lane.post([this.#token, this.#sequence, OOB_BEGIN] satisfies Envelope)',
    '',
  ),
]
