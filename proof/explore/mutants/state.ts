/** Mistakes in handing over the latest value. */

import { drop, equivalent, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const stateMutants: readonly Mutant[] = [
  mutant('pins-close-without-wake', drop(['closeState', 'wakeReaders(words, readers, nudge)'])),
  mutant(
    'pins-close-wakes-first',
    move('E1 of closeState', 'after', ['closeState', 'wakeReaders(words, readers, nudge)']),
  ),
  mutant(
    'pins-dead-without-wake',
    drop([
      'closeForDeadWriter',
      'for (let reader = 0; reader < readers; reader++) wakeBlindly(words, readerGateOf(reader))',
    ]),
  ),
  mutant(
    'pins-dead-wake-by-looking',
    replace(
      [
        'closeForDeadWriter',
        'for (let reader = 0; reader < readers; reader++) wakeBlindly(words, readerGateOf(reader))',
      ],
      'wakeReaders(words, readers, noNudge)',
    ),
  ),
  mutant('pins-dead-without-state', drop('E1 of closeForDeadWriter')),
  mutant('pins-never-ends', replace(['isWriterClosed', 'load(words, WRITER_STATE) !== STATE_OPEN'], 'false')),
  mutant('pins-wake-one', replace(['wakeReaders', 'reader < readers'], 'reader < 1')),
  mutant('pins-dead-wake-one', replace(['closeForDeadWriter', 'reader < readers'], 'reader < 1')),
  mutant('pins-no-second-look', drop(['PinReader.take', 'if ((latest & SLOT_MASK) !== slot) continue'])),
  mutant('pins-no-pin', drop('H2')),
  mutant('pins-pin-of-another', replace(['PinReader.constructor', 'pinOf(reader)'], 'pinOf(0)')),
  mutant('pins-gate-of-another', replace(['PinReader.constructor', 'readerGateOf(reader)'], 'readerGateOf(0)')),
  mutant('pins-pin-late', move('H2', 'before', ['PinReader.take', 'this.#seen = latest'])),
  mutant(
    'pins-unpin-early',
    insert('store(words, this.#pin, NOTHING)', 'before', ['PinReader.take', 'return latest !== seen']),
  ),
  mutant(
    'pins-show-first',
    insert('store(words, LATEST, ((this.#latest | SLOT_MASK) + 1) | slot)', 'before', [
      'PinWriter.claim',
      'return (slot - 1) * this.#slotBytes',
    ]),
  ),
  mutant('pins-reuse-latest', replace(['PinWriter.claim', '1 << this.#latest'], '1')),
  mutant('pins-few-slots', replace(['PinWriter.constructor', '2 << slotsFor(readers)'], '1 << slotsFor(readers)')),
  mutant('pins-slot-too-many', replace(['PinWriter.constructor', '2 << slotsFor(readers)'], '4 << slotsFor(readers)')),
  mutant('pins-slot-0', replace(['PinWriter.constructor', '(2 << slotsFor(readers)) - 2'], '1')),
  mutant('pins-first-unseen', replace(['H5', '0'], '1')),
  mutant('pins-last-unseen', replace(['H5', 'readers'], 'readers - 1')),
  mutant('pins-one-version', replace(['PinWriter.publish', '((this.#latest | SLOT_MASK) + 1) | slot'], 'slot')),
  mutant('pins-version-apart', drop(['PinWriter.publish', 'this.#latest = latest'])),
  mutant('pins-no-wake', drop(['PinWriter.publish', 'wakeReaders(words, this.#readers, this.#nudge)'])),
  mutant(
    'pins-notify-first',
    move(['PinWriter.publish', 'wakeReaders(words, this.#readers, this.#nudge)'], 'before', 'H6'),
  ),
  mutant(
    'pins-no-recheck',
    replace(['PinReader.hasNews', 'this.hasNewer() || isWriterClosed(this.#words)'], 'isWriterClosed(this.#words)'),
  ),
  mutant(
    'pins-no-recheck-of-end',
    replace(['PinReader.hasNews', 'this.hasNewer() || isWriterClosed(this.#words)'], 'this.hasNewer()'),
  ),
  mutant('pins-nothing-newer', replace(['PinReader.hasNewer', 'load(this.#words, LATEST) !== this.#seen'], 'false')),
  mutant('pins-seen-forgotten', drop(['PinReader.take', 'this.#seen = latest'])),
  mutant(
    'pins-seen-once-only',
    replace(['PinReader.take', 'latest === seen && (this.offset !== -1 || seen === NOTHING)'], 'latest === seen'),
  ),
  mutant(
    'pins-nothing-is-a-slot',
    replace(['PinReader.take', '(this.offset !== -1 || seen === NOTHING)'], 'this.offset !== -1'),
  ),
  equivalent(
    'to pin the same slot once more changes nothing; not to do so saves its cost',
    mutant(
      'pins-pin-again',
      replace(
        ['PinReader.take', 'latest === seen && (this.offset !== -1 || seen === NOTHING)'],
        'latest === NOTHING && seen === NOTHING',
      ),
    ),
  ),
  mutant('pins-newer-always', replace(['PinReader.take', 'latest !== seen'], 'true')),
  mutant(
    'pins-tries-in-vain',
    replace(['H3', 'latest'], 'const again'),
    replace(['PinReader.take', '(latest & SLOT_MASK)'], '(again & SLOT_MASK)'),
  ),
  mutant(
    'pins-takes-slot-0',
    replace(['PinReader.take', 'slot === NOTHING || slot > this.#slotCount'], 'slot > this.#slotCount'),
  ),
  mutant(
    'pins-takes-any-slot',
    replace(['PinReader.take', 'slot === NOTHING || slot > this.#slotCount'], 'slot === NOTHING'),
  ),
  mutant('pins-forgives', drop(['PinReader.take', 'if (this.#corruption !== undefined) throw this.#corruption'])),
  mutant('pins-corrupt-with-a-slot', drop(['PinReader.#corrupt', 'this.release()'])),
  mutant('pins-release-keeps-the-slot', drop('H4 of PinReader.release')),
  mutant('pins-release-keeps-the-offset', drop(['PinReader.release', 'this.offset = -1'])),
  mutant('pins-close-keeps-the-offset', drop(['PinReader.close', 'this.offset = -1'])),
  mutant('pins-release-after-close', drop(['PinReader.release', 'if (this.#isClosed) return'])),
  mutant('pins-close-twice', drop(['PinReader.close', 'if (this.#isClosed) return'])),
  mutant('pins-free-keeps-the-slot', drop('H4 of freeReaderPlace')),
  mutant('pins-free-keeps-the-place', drop(['freeReaderPlace', 'store(region.words, readerOwnerOf(reader), FREE)'])),
  mutant(
    'pins-free-place-first',
    move(['freeReaderPlace', 'store(region.words, readerOwnerOf(reader), FREE)'], 'before', 'H4 of freeReaderPlace'),
  ),
  mutant(
    'pins-place-by-store',
    replace(
      ['takeReaderPlace', 'compareExchange(region.words, readerOwnerOf(reader), reservation, reservation | TAKEN)'],
      'store(region.words, readerOwnerOf(reader), TAKEN) - TAKEN',
    ),
  ),
]
