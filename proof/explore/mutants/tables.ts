/** Mistakes in the list of rows that have changed. */

import { drop, equivalent, mutant, replace, type Mutant } from '../mutant.ts'

export const tableMutants: readonly Mutant[] = [
  mutant('table-mark-not-first', drop(['Table.#mark', 'next[0] = place'])),
  mutant('table-mark-without-clock', drop(['Table.#mark', 'changedAt[index] = clock'])),
  mutant('table-stays-in-the-list', replace(['Table.#mark', 'changedAt[index] !== 0'], 'false')),
  mutant('table-always-in-the-list', replace(['Table.#mark', 'changedAt[index] !== 0'], 'true')),
  mutant('table-way-back-cut', drop(['Table.#mark', 'previous[after] = before'])),
  mutant('table-way-back-of-the-first', drop(['Table.#mark', 'previous[first] = place'])),
  mutant('table-no-end', drop(['Table.#mark', 'next[place] = first'])),
  mutant('table-clock-stands', drop(['Table.noteWritten', 'table.#isWritten = true'])),
  equivalent(
    'the clock only goes round sooner',
    mutant('table-clock-runs', drop(['Table.#tick', 'this.#isWritten = false'])),
  ),
  mutant(
    'table-clock-is-0',
    replace(['Table.#tick', 'head[CLOCK] === 0xffff_ffff ? 1 : head[CLOCK]! + 1'], 'head[CLOCK]! + 1'),
  ),
  mutant('table-add-unmarked', drop(['Table.add', 'this.#mark(index)'])),
  mutant('table-remove-unmarked', drop(['Table.remove', 'this.#mark(index)'])),
  mutant('table-changed-unmarked', drop(['Table.changed', 'this.#mark(this.indexOf(id))'])),
  mutant('table-all-unmarked', drop(['Table.changedAll', 'this.head[ALL_AT] = this.#tick()'])),
  mutant('table-same-id', drop(['Table.remove', 'this.generations[index]!++'])),
  mutant('table-place-lost', drop(['Table.remove', 'this.#free.push(index)'])),
  mutant('table-way-back-not-read', drop(['Table.#readList', 'previous[after] = place'])),
  mutant('table-way-back-to-itself', drop(['Table.#readList', 'place = after'])),
  mutant(
    'table-free-not-read',
    drop(['Table.#readList', 'if (generations[after - 1]! % 2 === 0) free.push(after - 1)']),
  ),
  mutant(
    'table-all-forgotten',
    replace(['AnyTable.changes', 'head[ALL_AT] !== 0 && ageOf(clock, head[ALL_AT]!) < age ? EVER : age'], 'age'),
  ),
  mutant('table-all-always', replace(['AnyTable.changes', '&& ageOf(clock, head[ALL_AT]!) < age'], '')),
  mutant('table-all-at-0', replace(['AnyTable.changes', 'head[ALL_AT] !== 0 &&'], '')),
  mutant(
    'table-all-again',
    replace(['AnyTable.changes', 'ageOf(clock, head[ALL_AT]!) < age'], 'ageOf(clock, head[ALL_AT]!) <= age'),
  ),
  mutant(
    'table-first-look-by-clock',
    replace(['AnyTable.changes', 'since === 0 ? EVER : ageOf(clock, since)'], 'ageOf(clock, since)'),
  ),
  mutant(
    'table-visits-all',
    replace(['AnyTable.#changedAfter', 'ageOf(this.#clock, changedAt[place - 1]!) < this.#age'], 'true'),
  ),
  mutant(
    'table-visits-again',
    replace(
      ['AnyTable.#changedAfter', 'ageOf(this.#clock, changedAt[place - 1]!) < this.#age'],
      'ageOf(this.#clock, changedAt[place - 1]!) <= this.#age',
    ),
  ),
  mutant('table-grows-empty', drop(['Table.#grow', 'fillFrom(larger, this)'])),
  mutant('table-grows-without-way-back', drop(['Table.#grow', 'this.#previous.set(previous)'])),
  mutant('table-grows-away-from-its-rows', drop(['Table.#moveTo', 'this.movePoints()'])),
  mutant('table-grows-without-columns', drop(['fillFrom', 'table.columns[name]!.set(columns[name] as never)'])),
  mutant('table-grows-without-generations', drop(['fillFrom', 'table.generations.set(generations)'])),
  mutant('table-grows-without-clocks', drop(['fillFrom', 'table.changedAt.set(changedAt)'])),
  mutant('table-grows-without-list', drop(['fillFrom', 'table.next.set(next)'])),
  mutant('table-grows-untold', drop(['GrowingTableType.#put', 'view.setUint32(at, next - tail, true)'])),
  mutant('table-no-wrap', replace(['ageOf', '(clock - then) >>> 0'], 'clock - then')),
  mutant('table-wraps-half-way', replace(['ageOf', '(clock - then) >>> 0'], '(clock - then) | 0')),
]
