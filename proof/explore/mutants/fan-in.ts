/** Mistakes in the bell of many lanes, and in who reads them. */

import { drop, equivalent, importing, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const fanInMutants: readonly Mutant[] = [
  mutant('fanin-marks-never', drop('A3')),
  mutant('fanin-rings-never', drop(['ringer', 'wake(words, BELL_GATE, nudge)'])),
  mutant('fanin-rings-first', move('A3', 'after', ['ringer', 'wake(words, BELL_GATE, nudge)'])),
  mutant(
    'fanin-marks-by-store',
    importing('store', 'atomics.ts', replace('A3', 'store(words, word, load(words, word) | bit)')),
  ),
  mutant('fanin-marks-the-first', replace(['ringer', '1 << lane'], '1')),
  mutant(
    'fanin-clears-by-store',
    importing(
      'store',
      'atomics.ts',
      replace(
        ['A6', 'exchange(words, MARKS + i, 0) & known[i]!'],
        'load(words, MARKS + i) & known[i]!\n    store(words, MARKS + i, 0)',
      ),
    ),
  ),
  mutant('fanin-takes-without-clearing', replace(['A6', 'exchange(words, MARKS + i, 0)'], 'load(words, MARKS + i)')),
  mutant('fanin-forgets-the-busy', replace('A6', 'busy[i] = exchange(words, MARKS + i, 0) & known[i]!')),
  mutant(
    'fanin-believes-any-mark',
    replace(['A6', 'exchange(words, MARKS + i, 0) & known[i]!'], 'exchange(words, MARKS + i, 0)'),
  ),
  equivalent(
    'the exchange alone takes marks; the load before it saves its cost',
    mutant('fanin-takes-without-looking', drop(['collectMarks', 'if (load(words, MARKS + i) === 0) continue'])),
  ),
  mutant(
    'fanin-no-look-at-marks',
    replace(
      ['FanIn.hasNews', 'this.#busyAfter(NO_LANE) !== NO_LANE || hasMarks(this.bell, this.#busy.length)'],
      'this.#busyAfter(NO_LANE) !== NO_LANE',
    ),
  ),
  mutant(
    'fanin-no-look-at-busy-lanes',
    replace(
      ['FanIn.hasNews', 'this.#busyAfter(NO_LANE) !== NO_LANE || hasMarks(this.bell, this.#busy.length)'],
      'hasMarks(this.bell, this.#busy.length)',
    ),
  ),
  mutant('fanin-arms-never', drop('A4')),
  mutant(
    'fanin-arms-last',
    move('A4', 'before', [
      'FanIn.#look',
      `if (corruption !== undefined) this.#end(lane, 'corrupt', corruption) else if (isClosed) this.#end(lane, 'peer-closed', undefined) else if (has(this.#dead, lane)) this.#end(lane, 'peer-died', undefined) else this.#leave(lane)`,
    ]),
  ),
  mutant('fanin-leaves-without-a-look', replace(['A5.position', 'consumer.peek()'], 'false')),
  mutant(
    'fanin-looks-at-the-state-last',
    insert('const isMore = consumer.peek()', 'before', 'A5'),
    replace(['A5.position', 'consumer.peek()'], 'isMore'),
  ),
  mutant('fanin-never-ends', drop('A5')),
  equivalent(
    'a lane that is read though it is armed rings in vain; the store spares that',
    mutant('fanin-stays-armed', drop('C4 of FanIn.#look')),
  ),
  mutant('fanin-leaves-with-bytes-in-hand', drop(['FanIn.#look', 'consumer.publishRelease()'])),
  mutant('fanin-stays-known', drop(['FanIn.#forget', 'this.#known[word]! &= others'])),
  mutant('fanin-removes-silently', drop(['FanIn.remove', 'consumer.close()'])),
  mutant('fanin-stays-busy', drop(['FanIn.#leave', 'this.#busy[lane >> MARK_WORD_BITS]! &= ~(1 << lane)'])),
  mutant('fanin-stays-busy-at-the-end', drop(['FanIn.#forget', 'this.#busy[word]! &= others'])),
  mutant('fanin-starts-idle', drop(['FanIn.add', 'this.#busy[word]! |= bit'])),
  mutant('fanin-trusts-the-dead', drop(['FanIn.laneDied', 'set(this.#busy, lane)'])),
  mutant('fanin-forgets-the-dead', drop(['FanIn.laneDied', 'set(this.#dead, lane)'])),
  mutant(
    'fanin-ends-the-dead-at-once',
    replace(['FanIn.laneDied', 'set(this.#dead, lane)'], `return this.#end(lane, 'peer-died', undefined)`),
  ),
  mutant('fanin-sleeps-on', insert('if (this.#isPending) return true', 'before', 'C1 of AsyncGate.park')),
  mutant('fanin-no-turns', drop(['FanIn.next', 'this.#left -= consumer.length + RECORD_HEADER_BYTES'])),
  mutant('fanin-same-lane-again', replace(['FanIn.#busyAfter', '-1 << from'], '-1 << lane')),
  mutant('fanin-hears-only-when-idle', replace(['FanIn.next', 'lane <= this.#lane'], 'lane === NO_LANE')),
  mutant('fanin-corrupt-for-all', replace(['FanIn.#look', 'corruption = error'], 'throw error')),
]
