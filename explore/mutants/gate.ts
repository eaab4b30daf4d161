/** Mistakes in park and wake. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const GATE = 'signal/gate.ts'

export const gateMutants: readonly Mutant[] = [
  mutant('wake-never', GATE, 'if (load(words, gate) !== RUN) signal(words, gate, nudge)', 'load(words, gate)'),
  equivalent(
    'the exchange alone decides who signals; the load before it saves its cost',
    mutant(
      'wake-without-looking',
      GATE,
      'if (load(words, gate) !== RUN) signal(words, gate, nudge)',
      'signal(words, gate, nudge)',
    ),
  ),
  mutant('signal-without-exchange', GATE, 'const was = exchange(words, gate, RUN)', 'const was = load(words, gate)'),
  mutant(
    'signal-by-load-and-store',
    GATE,
    'const was = exchange(words, gate, RUN)',
    'const was = load(words, gate)\n  store(words, gate, RUN)',
  ),
  mutant('signal-without-notify', GATE, 'else if (was !== RUN) notify(words, gate)', ''),
  mutant('signal-notifies-always', GATE, 'else if (was !== RUN) notify(words, gate)', 'else notify(words, gate)'),
  mutant(
    'signal-notifies-for-the-port',
    GATE,
    'if (was === PARK_PORT) nudge()',
    'if (was === PARK_PORT) notify(words, gate)',
  ),
  mutant(
    'notify-before-exchange',
    GATE,
    'const was = exchange(words, gate, RUN)',
    'if (load(words, gate) !== PARK_PORT) notify(words, gate)\n  const was = exchange(words, gate, RUN)',
    'else if (was !== RUN) notify(words, gate)',
    '',
  ),
  mutant('park-without-recheck', GATE, 'if (!sleeper.hasNews()) woken = wait', 'woken = wait'),
  mutant(
    'park-rechecks-first',
    GATE,
    'store(words, gate, PARK_SYNC)',
    'const hasNews = sleeper.hasNews()\n  store(words, gate, PARK_SYNC)',
    'if (!sleeper.hasNews()) woken = wait',
    'if (!hasNews) woken = wait',
  ),
  mutant('park-without-store', GATE, 'store(words, gate, PARK_SYNC)', ''),
  mutant(
    'park-leaves-the-gate',
    GATE,
    '// ORDER: C4, back to looking by ourselves, also after a look at what makes no sense; spares the peer its signals.\n    store(words, gate, RUN)',
    '',
  ),
  mutant('park-tells-the-opposite', GATE, "!== 'timed-out'", "=== 'timed-out'"),
  mutant('loop-parks-without-recheck', GATE, '!sleeper.hasNews() && this.#enqueue()', 'this.#enqueue()'),
  mutant(
    'loop-rechecks-first',
    GATE,
    'store(words, gate, this.#park)',
    'const hasNews = sleeper.hasNews()\n    store(words, gate, this.#park)',
    '!sleeper.hasNews() && this.#enqueue()',
    '!hasNews && this.#enqueue()',
  ),
  mutant('loop-parks-without-store', GATE, 'store(words, gate, this.#park)', ''),
  mutant(
    'loop-leaves-the-gate-after-news',
    GATE,
    'if (!isParked && !(isStopped && isHeard)) store(words, gate, RUN)',
    '',
  ),
  mutant('loop-leaves-the-gate-when-awake', GATE, 'store(this.#words, this.#gate, RUN)', ''),
  mutant('loop-waits-twice', GATE, 'if (!this.#isPending) {', '{'),
  mutant('loop-hears-no-wake', GATE, 'if (this.#unheard !== undefined) this.#listen(this.#unheard)', ''),
  mutant('loop-sleeps-on-a-changed-gate', GATE, 'if (!result.async) return false', 'if (!result.async) return true'),
  mutant(
    'loop-forgets-the-wake',
    GATE,
    'this.#isPending = false\n      this.#onWake(ownSignals !== 0)',
    'this.#onWake()',
  ),
  mutant('loop-leaves-its-wait', GATE, 'if (this.#isPending) wakeBlindly(this.#words, this.#gate)', ''),
  mutant('blind-wake-without-notify', GATE, '// ORDER: D2, unconditional; pairs with C3.\n  notify(words, gate)', ''),
]
