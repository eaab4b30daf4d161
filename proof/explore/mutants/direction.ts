/** Mistakes in the one order over ring and native lane, and in the change to a larger ring. */

import { drop, equivalent, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const directionMutants: readonly Mutant[] = [
  mutant('merge-without-a-second-look', drop('M4.position')),
  mutant('merge-looks-at-the-count-last', move('M4.count', 'before', 'M5')),
  mutant('merge-looks-at-the-end-last', move('M4.state', 'before', 'M5')),
  mutant('unwrapped-looks-at-the-count-before-the-end', move('M4.state', 'before', 'M4.position')),
  mutant(
    'merge-ends-before-what-others-have-posted',
    replace(['M6.fetch', 'hasFetched || !this.fetchAll()'], 'isClosed'),
  ),
  mutant('merge-ignores-the-numbers', replace(['M2', 'consumer.sequence === this.expected'], 'true')),
  mutant('merge-ignores-the-count', replace(['M4.count', 'this.isPending()'], 'false')),
  mutant(
    'merge-believes-a-late-count',
    replace(
      ['LaneReceiver.isPending', 'announced !== this.taken && ((announced + 1) | 0) !== this.taken'],
      'announced !== this.taken',
    ),
  ),
  mutant(
    'glance-looks-at-the-end-last',
    replace(['MergingReceiver.glance', '!isClosed'], '!this.consumer.isProducerClosed()'),
  ),
  mutant(
    'glance-without-the-count',
    replace(['MergingReceiver.glance', '(mayCome && this.isPending()) || consumer.peek()'], 'consumer.peek()'),
  ),
  mutant('glance-without-the-end', replace(['MergingReceiver.glance', 'if (!isClosed) return EMPTY'], 'return EMPTY')),
  mutant(
    'glance-sees-what-others-expect',
    replace(['MergingReceiver.glance', 'this.isPending()'], 'this.announced() !== 0'),
  ),
  mutant(
    'merge-recheck-without-the-ring',
    drop(['MergingReceiver.hasNews', 'if (this.consumer.hasNews()) return true']),
  ),
  mutant(
    'merge-recheck-without-the-count',
    replace(
      ['MergingReceiver.hasNews', 'this.isPending(announced) || this.stash.isNext(this.expected)'],
      'this.stash.isNext(this.expected)',
    ),
  ),
  equivalent(
    'a side that parks has just found the stash not next, and only an event, which ends the park, adds to it',
    mutant(
      'merge-recheck-without-the-stash',
      replace(
        ['MergingReceiver.hasNews', 'this.isPending(announced) || this.stash.isNext(this.expected)'],
        'this.isPending(announced)',
      ),
    ),
  ),
  mutant('merge-forgets-what-was-taken', drop(['LaneReceiver.keepMessage', 'this.taken = (this.taken + 1) | 0'])),
  mutant(
    'merge-releases-first',
    replace(
      [
        'MessageReader.readPeeked',
        '(this.#made ??= new Decoder(this.#parcels.registry)).decode(span, offset, offset + length)',
      ],
      '(consumer.release(), this.#decoder.decode(span, offset, offset + length))',
    ),
  ),
  mutant('growth-parks-on-the-old-gate', drop(['MergingReceiver.#switchTo', 'this.#onRing(region)'])),
  mutant(
    'growth-reads-the-old-ring',
    drop([
      'MergingReceiver.#switchTo',
      'this.consumer = new Consumer(region, this.#owner, this.#nudge, this.consumer.releasePortion)',
    ]),
    drop(['MergingReceiver.#switchTo', 'this.span = createSpan(region.buffer, CONTROL_BYTES, region.capacity)']),
  ),
  equivalent(
    'in rings as small as these every record is released at once; in larger ones bufferedAmount would never fall',
    mutant('growth-without-the-last-release', drop(['MergingReceiver.#switchTo', 'this.publishRelease()'])),
  ),
  mutant('taken-never-told', drop('P0')),
  mutant(
    'taken-told-after-the-wake',
    move(['MergingReceiver.publishRelease', 'this.consumer.publishRelease()'], 'before', [
      'MergingReceiver.publishRelease',
      'if (this.delivered !== this.#publishedDelivered)',
    ]),
  ),
  mutant('begin-ignores-the-mark', replace(['MergingReceiver.#obeyStashed', 'kind === OOB_BEGIN'], 'false')),
  mutant('begin-believes-its-own-count', drop('B5')),
  mutant(
    'begin-takes-everything-for-ours',
    replace(
      [
        'LaneReceiver.keepMessage',
        'if (!this.hasBegun && unwrapped !== 0 && this.taken < unwrapped) this.stash.keepRaw(message, ports, this.#hasCarrier()) else return this.#keepUnreadable(message)',
      ],
      'this.stash.keepRaw(message, ports, this.#hasCarrier())',
    ),
  ),
  equivalent(
    'the mark carries the count itself; what matters is that both come before the first message with a number',
    mutant('begin-counts-after-the-mark', move('B3', 'before', ['UnwrappedSender.stopUnwrapped', 'this.isOn = false'])),
  ),
  mutant('begin-never-by-the-count', drop(['MergingReceiver.#goOnFor', 'if (this.begin()) continue'])),
  mutant(
    'begin-before-all-are-here',
    replace(['LaneReceiver.begin', 'unwrapped === 0 || this.taken !== unwrapped'], 'unwrapped === 0'),
  ),
  mutant(
    'announce-before-the-post',
    drop('O2.count'),
    drop('O2.tell'),
    insert('this.order.announced = (this.order.announced + 1) | 0\n    this.announce()', 'before', [
      'LaneSender.postOnLane',
      'this.lane.post(envelope, transfer)',
    ]),
  ),
  mutant('announce-never', drop('O2.count'), drop('O2.tell')),
  mutant('announce-without-wake', drop(['LaneSender.announceIn', 'this.#wakeIfBlocked(words)'])),
  mutant(
    'announce-wakes-first',
    move('O2 of LaneSender.announceIn', 'after', ['LaneSender.announceIn', 'this.#wakeIfBlocked(words)']),
  ),
  equivalent(
    'an event loop is woken twice, once in vain: it costs time',
    mutant(
      'announce-wakes-event-loops',
      replace(['O3', 'load(words, CONSUMER_GATE) === PARK_SYNC'], 'load(words, CONSUMER_GATE) !== 0'),
    ),
  ),
  mutant('send-repeats-a-number', drop(['LaneSender.post', 'order.sequence = (order.sequence + 1) >>> 0'])),
  mutant('send-native-before-the-number', drop(['RingSender.commit', 'this.producer.tryPublish()'])),
  mutant('growth-counts-from-zero', drop('O2.ring')),
  mutant('growth-counts-itself-late', replace('O2.ring', 'store(region.words, OUT_OF_BAND, this.#order.announced)')),
  mutant(
    'growth-announced-in-the-new-ring',
    replace(['RingSender.#moveTo', 'this.#by.announceIn(left.words)'], 'this.#by.announceIn(this.words)'),
  ),
  mutant(
    'growth-never-announced',
    drop([
      'RingSender.#moveTo',
      'if (!this.#by.postOnLane([this.#by.token, this.#order.sequence, OOB_RING, buffer], [])) return',
    ]),
  ),
  mutant(
    'ring-ahead-counted',
    replace(
      ['LaneReceiver.keepMessage', 'return this.#keepAhead(message[3])'],
      '{\n        this.taken = (this.taken + 1) | 0\n        return this.#keepAhead(message[3])\n      }',
    ),
  ),
  mutant('ring-ahead-not-meant', replace(['LaneReceiver.#withRing', 'buffer = this.#ahead'], 'buffer')),
  mutant('growth-beyond-the-limit', drop(['RingSender.grow', 'if (capacity > this.#maxCapacity) return false'])),
  mutant('wraps-before-anybody-reads', drop('B2 of UnwrappedSender.stopUnwrapped')),
  mutant('wraps-without-the-count', drop('B3')),
  mutant('wraps-without-the-mark', drop('B4')),
]
