/** Mistakes with what comes for somebody who does not ask for it now. */

import { drop, move, mutant, replace, type Mutant } from '../mutant.ts'

export const typedMutants: readonly Mutant[] = [
  mutant(
    'typed-message-waits-in-released-bytes',
    replace(
      [
        'MergingReceiver.#isPeekedFor',
        'this.channels.addMessage(this.span, offset, length, consumer, consumer.retain())',
      ],
      'const retained = consumer.retain()\n    consumer.drop(retained)\n    this.channels.addMessage(this.span, offset, length, consumer, retained)',
    ),
  ),
  mutant('typed-message-not-counted', drop(['MergingReceiver.#isPeekedFor', 'this.countRecord(consumer)'])),
  mutant(
    'typed-record-waits-in-released-bytes',
    replace(
      [
        'MergingReceiver.isTypedFor',
        'this.channels.addRecord(inbound, this.span, offset, length, consumer, consumer.retain())',
      ],
      '{\n      const retained = consumer.retain()\n      consumer.drop(retained)\n      this.channels.addRecord(inbound, this.span, offset, length, consumer, retained)\n    }',
    ),
  ),
  mutant(
    'typed-record-released-first',
    move(['InboundChannels.deliver', 'consumer.drop(retained)'], 'before', [
      'InboundChannels.deliver',
      'isOpen = inbound.sink!.take(',
    ]),
  ),
  mutant('typed-record-never-released', drop(['InboundChannels.deliver', 'consumer.drop(retained)'])),
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
      ['InboundChannels.lineFor', 'first === undefined || first.order > order || !asker.takesFrom(inbound)'],
      'first === undefined || !asker.takesFrom(inbound)',
    ),
  ),
  mutant(
    'typed-to-who-did-not-ask',
    replace(
      ['InboundChannels.lineFor', 'first === undefined || first.order > order || !asker.takesFrom(inbound)'],
      'first === undefined || first.order > order',
    ),
  ),
  mutant('typed-all-are-of-one-age', drop(['InboundChannels.#add', 'waiting.order = this.#added++'])),
  mutant(
    'typed-waiting-are-forgotten',
    replace(['MergingReceiver.#goOnFor', 'this.channels.count !== 0 && this.#findWaiting(asker)'], 'false'),
  ),
  mutant('typed-count-never-falls', drop(['InboundChannels.shift', 'this.count--'])),
  mutant(
    'typed-row-before-those-that-wait',
    replace(['Receiver.isRecordNext', 'this.channels.count !== 0 || !consumer.peek()'], '!consumer.peek()'),
  ),
  mutant(
    'typed-row-ignores-the-numbers',
    replace(
      ['Receiver.isRecordNext', 'consumer.kind !== RECORD_TYPED || consumer.sequence !== this.expected'],
      'consumer.kind !== RECORD_TYPED',
    ),
  ),
  mutant(
    'typed-native-message-lost',
    drop(['MergingReceiver.#isStashedFor', 'if (bytes === undefined) this.channels.addStashed(stashed)']),
  ),
  mutant(
    'typed-native-message-out-of-turn',
    replace(['MergingReceiver.#isStashedFor', 'bytes === undefined && asker.takesMessages'], 'bytes === undefined'),
  ),
  mutant(
    'typed-native-record-never-found',
    replace(
      [
        'MergingReceiver.#isStashedFor',
        'inbound !== undefined && asker.takesFrom(inbound) && this.#findWaiting(asker)',
      ],
      'false',
    ),
  ),
]
