/**
 * The end of a ring whose thread on one side has died, or was stopped anywhere by a stack overflow. A thread that hears of the death
 * ends the ring (D1), or the stopped thread itself ends it from an empty stack. The other side may be asleep.
 */

import { store } from '../atomics.ts'
import { CONSUMER_GATE, CONSUMER_STATE, PRODUCER_GATE, PRODUCER_STATE, STATE_CLOSED } from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'
import { wakeBlindly } from '../signal/gate.ts'

/** The consumer drains what was published and then sees the end. */
export function endForProducer({ words }: Region, state: number = STATE_CLOSED): void {
  // ORDER: E1 for the dead, which publishes nothing more; pairs with Consumer.isProducerClosed.
  store(words, PRODUCER_STATE, state)
  // D2: it may have owed a notify.
  wakeBlindly(words, CONSUMER_GATE)
}

/** A producer that looks for room sees the end. */
export function endForConsumer({ words }: Region): void {
  // ORDER: P1 of the room protocol for the end; pairs with Producer.hasNews.
  store(words, CONSUMER_STATE, STATE_CLOSED)
  // D2, as above.
  wakeBlindly(words, PRODUCER_GATE)
}
