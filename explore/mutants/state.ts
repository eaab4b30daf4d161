/** Mistakes in handing over the latest value. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const TRIPLE = 'state/triple-buffer.ts'
const PINS = 'state/pinned-slots.ts'
const END = 'state/writer-state.ts'
const PLACES = 'state/places.ts'

const L1 = 'const was = exchange(words, LATEST, own | FRESH)'
const L2 = '    if ((load(words, LATEST) & FRESH) === 0) return false\n'
const L3 = 'const was = exchange(words, LATEST, own)'
const WITH_STORE = ['exchange, load }', 'exchange, load, store }']
const STORE_FRESH = 'store(words, LATEST, own | FRESH)'
const WAKE = '    wake(this.#words, readerGateOf(READER), noNudge)\n'
const WRITER_CHECK = 'was >>> 0 > (READERS_FIRST_SLOT | FRESH) || slot > READERS_FIRST_SLOT || slot === own'
const READER_CHECK = 'slot >>> 0 > READERS_FIRST_SLOT || slot === own'
const NEWS = '(load(this.#words, LATEST) & FRESH) !== 0 || this.isWriterClosed()'

const latestMutants: readonly Mutant[] = [
  mutant('latest-writer-by-store', TRIPLE, ...WITH_STORE, L1, `const was = load(words, LATEST)\n    ${STORE_FRESH}`),
  mutant(
    'latest-reader-by-store',
    TRIPLE,
    ...WITH_STORE,
    L3,
    'const was = load(words, LATEST)\n    store(words, LATEST, own)',
  ),
  mutant('latest-take-stale', TRIPLE, L2, ''),
  mutant('latest-keep-fresh', TRIPLE, L3, 'const was = exchange(words, LATEST, own | FRESH)'),
  mutant('latest-not-fresh', TRIPLE, L1, 'const was = exchange(words, LATEST, own)'),
  mutant('latest-write-shown', TRIPLE, '    this.#slot = slot\n    this.#published', '    this.#published'),
  mutant('latest-read-returned', TRIPLE, '    this.#slot = slot\n    this.#taken', '    this.#taken'),
  mutant('latest-offset-of-before', TRIPLE, 'this.offset = slot *', 'this.offset = own *'),
  mutant('latest-no-wake', TRIPLE, WAKE, ''),
  mutant('latest-notify-first', TRIPLE, WAKE, '', `    ${L1}`, `${WAKE}    ${L1}`),
  mutant('latest-no-recheck', TRIPLE, NEWS, 'this.isWriterClosed()'),
  mutant('latest-no-recheck-of-end', TRIPLE, NEWS, '(load(this.#words, LATEST) & FRESH) !== 0'),
  mutant('latest-counts-the-taken', TRIPLE, 'if (was !== slot) this', 'if (was === slot) this'),
  mutant('latest-writer-takes-high-bits', TRIPLE, WRITER_CHECK, 'slot > READERS_FIRST_SLOT || slot === own'),
  mutant(
    'latest-writer-takes-slot-3',
    TRIPLE,
    'was >>> 0 > (READERS_FIRST_SLOT | FRESH) || slot > READERS_FIRST_SLOT || ',
    'was >>> 0 > 7 || ',
  ),
  mutant(
    'latest-writer-takes-its-own',
    TRIPLE,
    'slot > READERS_FIRST_SLOT || slot === own',
    'slot > READERS_FIRST_SLOT',
  ),
  mutant('latest-reader-takes-any', TRIPLE, READER_CHECK, 'slot === own'),
  mutant('latest-reader-takes-its-own', TRIPLE, READER_CHECK, 'slot >>> 0 > READERS_FIRST_SLOT'),
  mutant(
    'latest-writer-forgives',
    TRIPLE,
    '    if (this.#corruption !== undefined) throw this.#corruption\n    const words = this.#words\n    const own',
    '    const words = this.#words\n    const own',
  ),
  mutant(
    'latest-reader-forgives',
    TRIPLE,
    '    if (this.#corruption !== undefined) throw this.#corruption\n    const words = this.#words\n    // ORDER: L2',
    '    const words = this.#words\n    // ORDER: L2',
  ),
]

const E1 = '  store(words, WRITER_STATE, STATE_CLOSED)\n  wakeReaders(words, readers)'
const E1_FOR_THE_DEAD =
  '  store(words, WRITER_STATE, STATE_CLOSED)\n  for (let reader = 0; reader < readers; reader++) wakeBlindly'
const BLINDLY = 'for (let reader = 0; reader < readers; reader++) wakeBlindly(words, readerGateOf(reader))'

const endMutants: readonly Mutant[] = [
  mutant('latest-close-without-wake', END, E1, '  store(words, WRITER_STATE, STATE_CLOSED)'),
  mutant(
    'latest-close-wakes-first',
    END,
    E1,
    '  wakeReaders(words, readers)\n  store(words, WRITER_STATE, STATE_CLOSED)',
  ),
  mutant('latest-dead-without-wake', END, BLINDLY, ''),
  mutant('latest-dead-wake-by-looking', END, BLINDLY, 'wakeReaders(words, readers)'),
  mutant(
    'latest-dead-without-state',
    END,
    E1_FOR_THE_DEAD,
    '  for (let reader = 0; reader < readers; reader++) wakeBlindly',
  ),
  mutant('latest-never-ends', END, 'load(words, WRITER_STATE) !== STATE_OPEN', 'false'),
  mutant('pins-wake-one', END, 'reader < readers; reader++) {', 'reader < 1; reader++) {'),
  mutant('pins-dead-wake-one', END, 'reader < readers; reader++) wakeBlindly', 'reader < 1; reader++) wakeBlindly'),
]

const H2 = '      store(words, this.#pin, slot)\n'
const H3 = '      latest = load(words, LATEST)\n'
const SECOND_LOOK = '      if ((latest & PINNED_SLOT_MASK) !== slot) continue\n'
const H5 = 'for (let reader = 0; reader < readers; reader++) taken'
const H6 = 'store(words, LATEST, latest)\n'
const WAKE_ALL = 'wakeReaders(words, this.#readers)\n'
const NEXT = '((this.#latest | PINNED_SLOT_MASK) + 1) | slot'
const PINS_NEWS = 'load(this.#words, LATEST) !== this.#seen || isWriterClosed(this.#words)'
const UNCHANGED = 'latest === seen && (this.offset !== -1 || seen === NOTHING)'

const pinsMutants: readonly Mutant[] = [
  mutant('pins-no-second-look', PINS, SECOND_LOOK, ''),
  mutant('pins-no-pin', PINS, H2, ''),
  mutant('pins-pin-of-another', PINS, 'this.#pin = pinOf(reader)', 'this.#pin = pinOf(0)'),
  mutant('pins-gate-of-another', PINS, 'this.#gate = readerGateOf(reader)', 'this.#gate = readerGateOf(0)'),
  mutant('pins-pin-late', PINS, H2, '', SECOND_LOOK, SECOND_LOOK + H2),
  mutant(
    'pins-unpin-early',
    PINS,
    '      return latest !== seen',
    '      store(words, this.#pin, NOTHING)\n      return latest !== seen',
  ),
  mutant(
    'pins-show-first',
    PINS,
    '    this.#claimed = slot\n',
    `    this.#claimed = slot\n    store(words, LATEST, ${NEXT})\n`,
  ),
  mutant('pins-reuse-latest', PINS, 'let taken = 1 << this.#latest', 'let taken = 1'),
  mutant('pins-few-slots', PINS, '(2 << slotsFor(readers)) - 2', '(1 << slotsFor(readers)) - 2'),
  mutant('pins-slot-too-many', PINS, '(2 << slotsFor(readers)) - 2', '(4 << slotsFor(readers)) - 2'),
  mutant('pins-slot-0', PINS, '(2 << slotsFor(readers)) - 2', '1'),
  mutant('pins-first-unseen', PINS, H5, H5.replace('reader = 0', 'reader = 1')),
  mutant('pins-last-unseen', PINS, H5, H5.replace('< readers', '< readers - 1')),
  mutant('pins-one-version', PINS, NEXT, 'slot'),
  mutant('pins-version-apart', PINS, 'this.#latest = latest\n', ''),
  mutant('pins-no-wake', PINS, WAKE_ALL, ''),
  mutant('pins-notify-first', PINS, WAKE_ALL, '', H6, WAKE_ALL + H6),
  mutant('pins-no-recheck', PINS, PINS_NEWS, 'isWriterClosed(this.#words)'),
  mutant('pins-no-recheck-of-end', PINS, PINS_NEWS, 'load(this.#words, LATEST) !== this.#seen'),
  mutant('pins-seen-forgotten', PINS, '      this.#seen = latest\n', ''),
  mutant('pins-seen-once-only', PINS, UNCHANGED, 'latest === seen'),
  mutant('pins-nothing-is-a-slot', PINS, UNCHANGED, 'latest === seen && this.offset !== -1'),
  equivalent(
    'to pin the same slot once more changes nothing; not to do so saves its cost',
    mutant('pins-pin-again', PINS, UNCHANGED, 'latest === NOTHING && seen === NOTHING'),
  ),
  mutant('pins-newer-always', PINS, 'return latest !== seen', 'return true'),
  mutant(
    'pins-tries-in-vain',
    PINS,
    H3,
    '      const again = load(words, LATEST)\n',
    '(latest & PINNED_SLOT_MASK) !== slot',
    '(again & PINNED_SLOT_MASK) !== slot',
  ),
  mutant('pins-takes-slot-0', PINS, 'slot === NOTHING || slot > this', 'slot > this'),
  mutant('pins-takes-any-slot', PINS, 'slot === NOTHING || slot > this.#slotCount', 'slot === NOTHING'),
  mutant('pins-forgives', PINS, '    if (this.#corruption !== undefined) throw this.#corruption\n', ''),
  mutant('pins-corrupt-with-a-slot', PINS, '    this.release()\n    const rule', '    const rule'),
  mutant('pins-release-keeps-the-slot', PINS, '    store(this.#words, this.#pin, NOTHING)\n', ''),
  mutant('pins-release-keeps-the-offset', PINS, '    this.offset = -1\n    // ORDER: H4', '    // ORDER: H4'),
  mutant('pins-close-keeps-the-offset', PINS, '    this.offset = -1\n    free', '    free'),
  mutant(
    'pins-release-after-close',
    PINS,
    'if (this.#isClosed) return\n    this.offset = -1\n    // ORDER: H4',
    'this.offset = -1\n    // ORDER: H4',
  ),
  mutant(
    'pins-close-twice',
    PINS,
    'if (this.#isClosed) return\n    this.offset = -1\n    free',
    'this.offset = -1\n    free',
  ),
  mutant('pins-free-keeps-the-slot', PLACES, '  store(region.words, pinOf(reader), 0)\n', ''),
  mutant('pins-free-keeps-the-place', PLACES, '  store(region.words, readerOwnerOf(reader), FREE)\n', ''),
  mutant(
    'pins-free-place-first',
    PLACES,
    'store(region.words, pinOf(reader), 0)',
    'store(region.words, readerOwnerOf(reader), FREE)\n  store(region.words, pinOf(reader), 0)',
    '  store(region.words, readerOwnerOf(reader), FREE)\n}',
    '}',
  ),
  mutant(
    'pins-place-by-store',
    PLACES,
    'const other = compareExchange(region.words, readerOwnerOf(reader), FREE, TAKEN)',
    'const other = store(region.words, readerOwnerOf(reader), TAKEN) - TAKEN',
  ),
]

export const stateMutants: readonly Mutant[] = [...latestMutants, ...endMutants, ...pinsMutants]
