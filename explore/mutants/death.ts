/** Mistakes in ending a ring for a thread that has died. */

import { mutant, type Mutant } from '../mutant.ts'

const DEATH = 'ring/death.ts'

export const deathMutants: readonly Mutant[] = [
  mutant('death-producer-stays-open', DEATH, '  store(words, PRODUCER_STATE, STATE_CLOSED)\n', ''),
  mutant('death-consumer-stays-open', DEATH, '  store(words, CONSUMER_STATE, STATE_CLOSED)\n', ''),
  mutant('death-wakes-no-consumer', DEATH, '  wakeBlindly(words, CONSUMER_GATE)\n', ''),
  mutant('death-wakes-no-producer', DEATH, '  wakeBlindly(words, PRODUCER_GATE)\n', ''),
  mutant(
    'death-believes-the-gate-of-the-consumer',
    DEATH,
    'import { wakeBlindly }',
    'import { noNudge, wake, wakeBlindly }',
    'wakeBlindly(words, CONSUMER_GATE)',
    'wake(words, CONSUMER_GATE, noNudge)',
  ),
  mutant(
    'death-believes-the-gate-of-the-producer',
    DEATH,
    'import { wakeBlindly }',
    'import { noNudge, wake, wakeBlindly }',
    'wakeBlindly(words, PRODUCER_GATE)',
    'wake(words, PRODUCER_GATE, noNudge)',
  ),
  mutant(
    'death-wakes-the-consumer-first',
    DEATH,
    '  store(words, PRODUCER_STATE, STATE_CLOSED)\n',
    '',
    '  wakeBlindly(words, CONSUMER_GATE)\n',
    '  wakeBlindly(words, CONSUMER_GATE)\n  store(words, PRODUCER_STATE, STATE_CLOSED)\n',
  ),
]
