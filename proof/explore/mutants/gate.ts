/** Mistakes in park and wake. */

import { drop, equivalent, insert, mutant, replace, type Mutant } from '../mutant.ts'

export const gateMutants: readonly Mutant[] = [
  mutant('wake-never', replace('P2 of wake', 'return')),
  equivalent(
    'the exchange alone decides who signals; the load before it saves its cost',
    mutant('wake-without-looking', drop('P2 of wake')),
  ),
  mutant('signal-without-exchange', replace(['P3.take', 'exchange(words, gate, RUN)'], 'load(words, gate)')),
  mutant(
    'signal-by-load-and-store',
    replace(['P3.take', 'exchange(words, gate, RUN)'], 'load(words, gate)\n  store(words, gate, RUN)'),
  ),
  mutant('signal-without-notify', drop('P4')),
  mutant('signal-notifies-always', replace('P4', 'notify(words, gate)')),
  mutant('signal-notifies-for-the-port', replace(['wake', 'nudge()'], 'notify(words, gate)')),
  mutant(
    'notify-before-exchange',
    insert('if (load(words, gate) !== PARK_PORT) notify(words, gate)', 'before', 'P3.take'),
    drop('P4'),
  ),
  mutant(
    'park-without-recheck',
    replace('C3 of parkSync', `woken = wait(words, gate, PARK_SYNC, timeoutMs) !== 'timed-out'`),
  ),
  mutant(
    'park-rechecks-first',
    insert('const hasNews = sleeper.hasNews()', 'before', 'C1 of parkSync'),
    replace(['C3 of parkSync', 'sleeper.hasNews()'], 'hasNews'),
  ),
  mutant('park-without-store', drop('C1 of parkSync')),
  mutant('park-leaves-the-gate', drop('C4 of parkSync')),
  mutant(
    'park-tells-the-opposite',
    replace(
      ['C3 of parkSync', `wait(words, gate, PARK_SYNC, timeoutMs) !== 'timed-out'`],
      `wait(words, gate, PARK_SYNC, timeoutMs) === 'timed-out'`,
    ),
  ),
  mutant('loop-parks-without-recheck', replace(['AsyncGate.park', '!sleeper.hasNews() && '], '')),
  mutant(
    'loop-rechecks-first',
    insert('const hasNews = sleeper.hasNews()', 'before', 'C1 of AsyncGate.park'),
    replace(['AsyncGate.park', 'sleeper.hasNews()'], 'hasNews'),
  ),
  mutant('loop-parks-without-store', drop('C1 of AsyncGate.park')),
  mutant('loop-leaves-the-gate-after-news', drop('C4 of AsyncGate.park')),
  mutant('loop-leaves-the-gate-when-awake', drop('C4 of AsyncGate.run')),
  mutant('loop-waits-twice', replace(['AsyncGate.park', 'this.#isPending || '], '')),
  mutant('loop-hears-no-wake', drop(['AsyncGate.#enqueue', 'void result.value.then(this.#woken)'])),
  mutant('loop-sleeps-on-a-changed-gate', replace(['AsyncGate.#enqueue', 'false'], 'true')),
  mutant('loop-forgets-the-wake', drop(['AsyncGate.#woken', 'this.#isPending = false'])),
  mutant(
    'loop-leaves-its-wait',
    drop(['AsyncGate.dispose', 'if (this.#isPending) wakeBlindly(this.#words, this.#gate)']),
  ),
  mutant('blind-wake-without-notify', drop(['wakeBlindly', 'notify(words, gate)'])),
]
