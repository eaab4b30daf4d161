/** Mistakes with what comes for somebody who does not ask for it now. */

import { drop, move, mutant, replace, type Mutant } from '../mutant.ts'

export const typedMutants: readonly Mutant[] = [
  mutant(
    'typed-message-waits-in-released-bytes',
    replace(
      ['Aside.addMessage', 'consumer.retain()'],
      '(() => {\n      const retained = consumer.retain()\n      consumer.drop(retained)\n      return retained\n    })()',
    ),
  ),
  mutant('typed-message-not-counted', replace(['MergingReceiver.#goOnFor', 'this.countRecord(consumer)'], 'consumer')),
  mutant(
    'typed-record-waits-in-released-bytes',
    replace(
      [
        'InboundChannels.addPeeked',
        'new Waiting(span, offset, offset + length - TYPED_NUMBER_BYTES, consumer, consumer.retain())',
      ],
      '(() => {\n      const retained = consumer.retain()\n      consumer.drop(retained)\n      return new Waiting(span, offset, offset + length - TYPED_NUMBER_BYTES, consumer, retained)\n    })()',
    ),
  ),
  mutant(
    'typed-kept-record-waits-in-released-bytes',
    replace(
      ['Aside.addPeeked', 'consumer.retain()'],
      '(() => {\n      const retained = consumer.retain()\n      consumer.drop(retained)\n      return retained\n    })()',
    ),
  ),
  mutant(
    'typed-kept-record-not-counted',
    replace(['Aside.addPeeked', 'source.countRecord(source.consumer)'], 'source.consumer'),
  ),
  mutant(
    'typed-kept-are-forgotten',
    drop(['Aside.bring', 'for (const kept of this.#kept.splice(0)) lines.addKept(kept)']),
  ),
  mutant(
    'typed-record-released-first',
    move(['InboundChannels.#deliver', 'consumer.drop(retained)'], 'before', [
      'InboundChannels.#deliver',
      'isOpen = inbound.sink!.take(',
    ]),
  ),
  mutant('typed-record-never-released', drop(['InboundChannels.#deliver', 'consumer.drop(retained)'])),
  mutant(
    'typed-waiting-record-released-first',
    move(['InboundChannels.deliverFirst', 'waiting.release()'], 'before', [
      'InboundChannels.deliverFirst',
      'isOpen = sink.take(',
    ]),
  ),
  mutant('typed-waiting-record-never-released', drop(['InboundChannels.deliverFirst', 'waiting.release()'])),
  mutant(
    'typed-waiting-message-released-first',
    move(['MessageReader.readWaiting', 'waiting.release()'], 'before', [
      'MessageReader.readWaiting',
      'message = this.#read(() => decoder.decode(span, offset, end))',
    ]),
  ),
  mutant('typed-waiting-message-never-released', drop(['MessageReader.readWaiting', 'waiting.release()'])),
  mutant('typed-older-ring-not-told', drop(['Waiting.release', 'this.#consumer!.publishRelease()'])),
  mutant(
    'typed-line-last-comes-first',
    replace(['Fifo.shift', 'items[this.#first]'], 'items.pop()'),
    drop(['Fifo.shift', 'items[this.#first++] = undefined']),
  ),
  mutant(
    'typed-line-moves-too-far',
    replace(['Fifo.shift', 'items.slice(this.#first)'], 'items.slice(this.#first + 1)'),
  ),
  mutant('typed-line-begins-anew', drop(['Fifo.shift', 'this.#first = 0'])),
  mutant(
    'typed-youngest-first',
    replace(['InboundChannels.lineFor', 'first.order > order'], 'order !== Infinity && first.order < order'),
  ),
  mutant(
    'typed-channels-first',
    replace(
      ['InboundChannels.lineFor', 'first === undefined || first.order > order || !takes(asker, inbound)'],
      'first === undefined || !takes(asker, inbound)',
    ),
  ),
  mutant(
    'typed-to-who-did-not-ask',
    replace(
      ['InboundChannels.lineFor', 'first === undefined || first.order > order || !takes(asker, inbound)'],
      'first === undefined || first.order > order',
    ),
  ),
  mutant('typed-all-are-of-one-age', drop(['Aside.add', 'waiting.order = this.#added++'])),
  mutant(
    'typed-waiting-are-forgotten',
    replace(['MergingReceiver.#goOnFor', 'this.aside.count === 0 ? EMPTY : this.aside.find(asker)'], 'EMPTY'),
  ),
  mutant('typed-count-never-falls', drop(['Aside.shift', 'this.count--'])),
  mutant(
    'typed-row-before-those-that-wait',
    replace(['InboundChannels.isNext', 'this.#aside.count !== 0 || !consumer.peek()'], '!consumer.peek()'),
  ),
  mutant(
    'typed-row-ignores-the-numbers',
    replace(
      ['InboundChannels.isNext', 'consumer.kind !== RECORD_TYPED || consumer.sequence !== source.expected'],
      'consumer.kind !== RECORD_TYPED',
    ),
  ),
  mutant('typed-native-message-lost', drop(['MergingReceiver.#addStashed', 'this.aside.addStashed(stashed)'])),
  mutant(
    'typed-native-message-out-of-turn',
    replace(
      ['MergingReceiver.#goOnFor', 'recordIn(stashed) === undefined && asker.takesMessages'],
      'recordIn(stashed) === undefined',
    ),
  ),
  mutant(
    'typed-native-record-never-found',
    replace(
      [
        'InboundChannels.addBytes',
        'asker !== undefined && inbound !== undefined && takes(asker, inbound) && this.find(asker) === RECORD',
      ],
      'false',
    ),
  ),
]
