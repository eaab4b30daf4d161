/** Mistakes in keeping the last values of a state. */

import { drop, equivalent, move, mutant, replace, type Mutant } from '../mutant.ts'

export const historyMutants: readonly Mutant[] = [
  mutant('history-no-hold', drop('V2')),
  mutant('history-hold-of-another', replace(['HistoryHold.constructor', 'reader, hold'], '0, hold')),
  mutant('history-one-hold', replace(['HistoryHold.constructor', 'reader, hold'], 'reader, 0')),
  mutant(
    'history-no-second-look',
    replace(['HistoryHold.take', 'if (load(words, stampOf(slot)) === stamp) return slot'], 'return slot'),
  ),
  mutant('history-hold-late', move('V2', 'after', 'V3 of HistoryHold.take')),
  mutant('history-hold-off-by-one', replace(['V2', 'slot + 1'], 'slot')),
  equivalent(
    'V3 finds that it is another version; not to hold it saves the steps',
    mutant(
      'history-any-version',
      replace(['HistoryHold.take', 'load(words, stampOf(slot)) !== stamp'], 'load(words, stampOf(slot)) === 0'),
    ),
  ),
  mutant('history-stays-held', drop(['HistoryHold.take', 'this.release()'])),
  mutant('history-release-keeps', drop('V7 of HistoryHold.release')),
  mutant(
    'history-shown-first',
    move(['HistoryWriter.claim', 'this.#look()'], 'before', ['HistoryWriter.claim', 'const versions = this.#versions']),
  ),
  mutant('history-no-look', drop(['HistoryWriter.claim', 'this.#look()'])),
  mutant(
    'history-first-hold-only',
    drop(['HistoryWriter.#look', 'held[load(words, holdOf(slots, reader, 1))] = look']),
  ),
  mutant(
    'history-second-hold-only',
    drop(['HistoryWriter.#look', 'held[load(words, holdOf(slots, reader, 0))] = look']),
  ),
  mutant('history-last-reader-unseen', replace(['HistoryWriter.#look', 'reader < readers'], 'reader < readers - 1')),
  mutant('history-no-stamp', drop('V5')),
  mutant('history-stamp-stays', drop('V4')),
  mutant('history-writes-what-is-kept', replace(['HistoryWriter.claim', 'other === NOTHING &&'], '')),
  mutant(
    'history-writes-what-is-held',
    replace(['HistoryWriter.claim', '&& this.#held[slot + 1] !== this.#looks'], ''),
  ),
  mutant('history-held-off-by-one', replace(['HistoryWriter.claim', 'this.#held[slot + 1]'], 'this.#held[slot]')),
  mutant(
    'history-keeps-too-many',
    replace(['HistoryWriter.claim', 'versions[slot]! <= oldest'], 'versions[slot]! < oldest'),
  ),
  mutant(
    'history-back-keeps-the-next',
    replace(['HistoryWriter.retireAfter', 'versions[slot]! > version'], 'versions[slot]! > version + 1'),
  ),
  mutant('history-free-keeps-a-hold', drop(['freeHolds', 'store(words, holdOf(slots, reader, 1), NOTHING)'])),
  equivalent(
    'a value of which readers know nothing is only a slot less for the next one, of which there is one more than holds',
    mutant('history-forgets-late', replace(['HistoryWriter.claim', '|| versions[slot]! >= version'], '')),
  ),
]
