/** Mistakes with what comes for somebody who does not ask for it now. */

import { mutant, type Mutant } from '../mutant.ts'

const INBOUND = 'channel/inbound.ts'
const READER = 'channel/message-reader.ts'
const RECEIVER = 'channel/receiver.ts'
const FIFO = 'channel/fifo.ts'
const WAITING = 'channel/waiting.ts'

const KEEP_MESSAGE = 'this.#channels.addMessage(this.#span, offset, length, consumer, consumer.keep())'
const KEEP_RECORD =
  'this.#channels.addRecord(inbound, this.#span, offset, length, consumer, consumer.keep())\n    return false'
const DELIVER = `try {
      isOpen = inbound.sink!.take(span, offset, offset + length - TYPED_NUMBER_BYTES)
    } finally {
      if (isOpen) this.#lingering = inbound
      consumer.drop(kept)
    }`
const DELIVER_FIRST = `try {
      isOpen = sink.take(waiting.span, waiting.offset, waiting.end)
    } finally {
      if (isOpen) sink.endView()
      waiting.release()
    }`

export const typedMutants: readonly Mutant[] = [
  mutant(
    'typed-message-waits-in-released-bytes',
    RECEIVER,
    KEEP_MESSAGE,
    `const kept = consumer.keep()\n    consumer.drop(kept)\n    ${KEEP_MESSAGE.replace('consumer.keep()', 'kept')}`,
  ),
  mutant('typed-message-not-counted', RECEIVER, `this.#countRecord(consumer)\n    ${KEEP_MESSAGE}`, KEEP_MESSAGE),
  mutant(
    'typed-record-waits-in-released-bytes',
    RECEIVER,
    KEEP_RECORD,
    `{\n      const kept = consumer.keep()\n      consumer.drop(kept)\n      ${KEEP_RECORD.replace('consumer.keep())', 'kept)\n    }')}`,
  ),
  mutant(
    'typed-record-released-first',
    INBOUND,
    DELIVER,
    'consumer.drop(kept)\n    inbound.sink!.take(span, offset, offset + length - TYPED_NUMBER_BYTES)',
  ),
  mutant('typed-record-never-released', INBOUND, DELIVER, DELIVER.replace('consumer.drop(kept)', '')),
  mutant(
    'typed-waiting-record-released-first',
    INBOUND,
    DELIVER_FIRST,
    'waiting.release()\n    sink.take(waiting.span, waiting.offset, waiting.end)',
  ),
  mutant('typed-waiting-record-never-released', INBOUND, DELIVER_FIRST, DELIVER_FIRST.replace('waiting.release()', '')),
  mutant(
    'typed-waiting-message-released-first',
    READER,
    'message = this.#read(() => this.#decoder.decode(span, offset, end))',
    'waiting.release()\n      message = this.#read(() => this.#decoder.decode(span, offset, end))',
    '} finally {\n      waiting.release()\n    }',
    '} finally {\n    }',
  ),
  mutant('typed-waiting-message-never-released', READER, '      waiting.release()\n', ''),
  mutant('typed-older-ring-not-told', WAITING, 'this.#consumer!.publishRelease()', ''),
  mutant(
    'typed-line-last-comes-first',
    FIFO,
    'const first = items[this.#first]\n    items[this.#first++] = undefined',
    'const first = items.pop()',
  ),
  mutant('typed-line-moves-too-far', FIFO, 'items.slice(this.#first)', 'items.slice(this.#first + 1)'),
  mutant('typed-line-begins-anew', FIFO, 'slice(this.#first)\n      this.#first = 0', 'slice(this.#first)'),
  mutant('typed-youngest-first', INBOUND, 'first.order > order', 'order !== Infinity && first.order < order'),
  mutant('typed-channels-first', INBOUND, 'first.order > order || ', ''),
  mutant('typed-to-who-did-not-ask', INBOUND, ' || !asker.takesFrom(inbound)) continue', ') continue'),
  mutant('typed-all-are-of-one-age', INBOUND, 'waiting.order = this.#added++', ''),
  mutant('typed-waiting-are-forgotten', RECEIVER, 'this.#channels.count !== 0 && this.#findWaiting(asker)', 'false'),
  mutant('typed-count-never-falls', INBOUND, 'this.count--\n', ''),
  mutant(
    'typed-row-before-those-that-wait',
    RECEIVER,
    'this.#channels.count !== 0 || !consumer.peek()',
    '!consumer.peek()',
  ),
  mutant(
    'typed-row-ignores-the-numbers',
    RECEIVER,
    'if (consumer.kind !== RECORD_TYPED || consumer.sequence !== this.#expected)',
    'if (consumer.kind !== RECORD_TYPED)',
  ),
  mutant('typed-native-message-lost', RECEIVER, 'if (bytes === undefined) this.#channels.addStashed(stashed)\n', ''),
  mutant(
    'typed-native-message-out-of-turn',
    RECEIVER,
    'if (bytes === undefined && asker.takesMessages) return true',
    'if (bytes === undefined) return true',
  ),
  mutant(
    'typed-native-record-never-found',
    RECEIVER,
    'inbound !== undefined && asker.takesFrom(inbound) && this.#findWaiting(asker)',
    'false',
  ),
]
