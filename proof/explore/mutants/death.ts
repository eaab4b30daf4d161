/** Mistakes in ending a ring for a thread that has died. */

import { drop, importing, move, mutant, replace, type Mutant } from '../mutant.ts'

export const deathMutants: readonly Mutant[] = [
  mutant('death-producer-stays-open', drop('E1 of endForProducer')),
  mutant('death-consumer-stays-open', drop('P1 of endForConsumer')),
  mutant('death-wakes-no-consumer', drop('D2 of endForProducer')),
  mutant('death-wakes-no-producer', drop('D2 of endForConsumer')),
  mutant(
    'death-believes-the-gate-of-the-consumer',
    importing(
      'noNudge, wake',
      'signal/gate.ts',
      replace('D2 of endForProducer', 'wake(words, CONSUMER_GATE, noNudge)'),
    ),
  ),
  mutant(
    'death-believes-the-gate-of-the-producer',
    importing(
      'noNudge, wake',
      'signal/gate.ts',
      replace('D2 of endForConsumer', 'wake(words, PRODUCER_GATE, noNudge)'),
    ),
  ),
  mutant('death-wakes-the-consumer-first', move('E1 of endForProducer', 'after', 'D2 of endForProducer')),
]
