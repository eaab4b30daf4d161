/** Mistakes in the bell of many lanes, and in who reads them. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const BELL = 'signal/bell.ts'
const FAN_IN = 'ring/fan-in.ts'

const GATE = 'signal/gate.ts'

const IMPORTS = "import { exchange, load, or } from '../atomics.ts'"
const WITH_STORE = "import { exchange, load, or, store } from '../atomics.ts'"
const MARK = 'or(words, word, bit)'
const RING = 'wake(words, BELL_GATE, nudge)'
const TAKE = 'busy[i]! |= exchange(words, MARKS + i, 0) & known[i]!'
const ARM = 'store(words, CONSUMER_GATE, PARK_PORT)'
const STATE = 'isClosed = consumer.isProducerClosed()'
const LOOK_AGAIN = 'if (consumer.peek()) {'
const NEWS = 'this.#busyAfter(NO_LANE) !== NO_LANE || hasMarks(this.bell, this.#busy.length)'

export const fanInMutants: readonly Mutant[] = [
  mutant('fanin-marks-never', BELL, MARK, ''),
  mutant('fanin-rings-never', BELL, RING, ''),
  mutant('fanin-rings-first', BELL, MARK, RING, `    ${RING}\n  }`, `    ${MARK}\n  }`),
  mutant('fanin-marks-by-store', BELL, IMPORTS, WITH_STORE, MARK, 'store(words, word, load(words, word) | bit)'),
  mutant('fanin-marks-the-first', BELL, 'const bit = 1 << lane', 'const bit = 1'),
  mutant(
    'fanin-clears-by-store',
    BELL,
    IMPORTS,
    WITH_STORE,
    TAKE,
    'busy[i]! |= load(words, MARKS + i) & known[i]!\n    store(words, MARKS + i, 0)',
  ),
  mutant('fanin-takes-without-clearing', BELL, TAKE, 'busy[i]! |= load(words, MARKS + i) & known[i]!'),
  mutant('fanin-forgets-the-busy', BELL, TAKE, 'busy[i] = exchange(words, MARKS + i, 0) & known[i]!'),
  mutant('fanin-believes-any-mark', BELL, TAKE, 'busy[i]! |= exchange(words, MARKS + i, 0)'),
  equivalent(
    'the exchange alone takes marks; the load before it saves its cost',
    mutant('fanin-takes-without-looking', BELL, 'if (load(words, MARKS + i) === 0) continue', ''),
  ),
  mutant('fanin-no-look-at-marks', FAN_IN, NEWS, 'this.#busyAfter(NO_LANE) !== NO_LANE'),
  mutant('fanin-no-look-at-busy-lanes', FAN_IN, NEWS, 'hasMarks(this.bell, this.#busy.length)'),
  mutant('fanin-arms-never', FAN_IN, ARM, ''),
  mutant(
    'fanin-arms-last',
    FAN_IN,
    ARM,
    '',
    'if (corruption !== undefined) this',
    `${ARM}\n    if (corruption !== undefined) this`,
  ),
  mutant('fanin-leaves-without-a-look', FAN_IN, LOOK_AGAIN, 'if (false) {'),
  mutant(
    'fanin-looks-at-the-state-last',
    FAN_IN,
    `${STATE}\n      ${LOOK_AGAIN}`,
    `const isMore = consumer.peek()\n      ${STATE}\n      if (isMore) {`,
  ),
  mutant('fanin-never-ends', FAN_IN, STATE, ''),
  equivalent(
    'a lane that is read though it is armed rings in vain; the store spares that',
    mutant('fanin-stays-armed', FAN_IN, 'store(words, CONSUMER_GATE, RUN)', ''),
  ),
  mutant('fanin-leaves-with-bytes-in-hand', FAN_IN, 'consumer.publishRelease()\n      //', '//'),
  mutant('fanin-stays-known', FAN_IN, 'this.#known[word]! &= others\n', ''),
  mutant('fanin-removes-silently', FAN_IN, 'consumer.close()', ''),
  mutant('fanin-stays-busy', FAN_IN, 'this.#busy[lane >> MARK_WORD_BITS]! &= ~(1 << lane)\n', ''),
  mutant('fanin-stays-busy-at-the-end', FAN_IN, 'this.#busy[word]! &= others\n', ''),
  mutant('fanin-starts-idle', FAN_IN, 'this.#busy[word]! |= bit\n', ''),
  mutant('fanin-trusts-the-dead', FAN_IN, '// The mark it owes may never come.\n    set(this.#busy, lane)', ''),
  mutant('fanin-forgets-the-dead', FAN_IN, 'set(this.#dead, lane)', ''),
  mutant(
    'fanin-ends-the-dead-at-once',
    FAN_IN,
    'set(this.#dead, lane)',
    "return this.#end(lane, 'peer-died', undefined)",
  ),
  // Hears of a death, and trusts that the wait it has will end.
  mutant(
    'fanin-sleeps-on',
    GATE,
    'store(words, gate, this.#park)',
    'if (this.#isPending) return true\n    store(words, gate, this.#park)',
  ),
  mutant('fanin-no-turns', FAN_IN, 'this.#left -= consumer.length + RECORD_HEADER_BYTES', ''),
  mutant('fanin-same-lane-again', FAN_IN, 'busy[at]! & (-1 << from)', 'busy[at]! & (-1 << lane)'),
  mutant(
    'fanin-hears-only-when-idle',
    FAN_IN,
    'if (lane <= this.#lane && mayCollect)',
    'if (lane === NO_LANE && mayCollect)',
  ),
  mutant('fanin-corrupt-for-all', FAN_IN, 'corruption = error\n', 'throw error\n'),
]
