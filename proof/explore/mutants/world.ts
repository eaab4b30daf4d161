/** Mistakes in the frames of several writers. */

import { drop, equivalent, insert, move, mutant, replace, type Mutant } from '../mutant.ts'

export const worldMutants: readonly Mutant[] = [
  mutant('world-never-asks', drop(['PartWriter.look', 'if (tick !== this.#tick) this.#ask(tick)'])),
  mutant('world-asks-once', replace(['PartWriter.look', 'tick !== this.#tick'], 'this.#tick === -1')),
  mutant('world-never-shows', drop(['PartWriter.look', 'this.#show(tick)'])),
  mutant('world-shows-by-store', replace('W3', 'store(words, LATEST, (tick << RECORD_BITS) | record)')),
  mutant(
    'world-shows-first',
    insert('if (load(words, LATEST) === frame.latest) store(words, LATEST, (tick << RECORD_BITS) | record)', 'before', [
      'PartWriter.#show',
      'const at = recordOf(record, writers, places)',
    ]),
  ),
  mutant('world-no-wake', drop(['PartWriter.#show', 'wakeAll(this.region, nudge)'])),
  mutant('world-one-record', replace(['PartWriter.#freeRecord', 'this.writer * this.#spares + 1'], '1')),
  mutant(
    'world-record-pinned',
    replace(['PartWriter.#freeRecord', 'load(words, pinOf(place)) === record'], 'load(words, pinOf(place)) === -1'),
  ),
  mutant(
    'world-parts-of-another',
    replace(['PartWriter.#hasEnded', 'this.#parts[writer] = part'], 'this.#parts[0] = part'),
  ),
  mutant(
    'world-claims-unshown',
    replace(['PartWriter.begin', '!this.look(isImpatient)'], '(this.look(isImpatient), false)'),
  ),
  equivalent(
    'the frame that a writer pins when it claims has its slot, too',
    mutant('world-claims-its-slot', replace(['PartWriter.claim', '1 << this.#slot'], '1')),
  ),
  mutant(
    'world-claims-pinned',
    drop([
      'PartWriter.claim',
      'if (this.#isRecord(record)) taken |= 1 << load(words, recordOf(record, writers, places) + this.writer)',
    ]),
  ),
  mutant('world-slot-too-many', replace(['PartWriter.constructor', '2 << this.#spares'], '4 << this.#spares')),
  mutant('world-no-old', replace(['PartWriter.#ask', 'tick === this.#begunFor ? 0 : PART_OLD'], '0')),
  mutant('world-first-alone', replace(['isSettled', 'if (part === 0) return false'], 'if (part === 0) return true')),
  mutant('world-waits-for-nobody', replace(['isSettled', 'owner !== TAKEN || versionAfter(part) !== tick'], 'true')),
  mutant(
    'world-waits-for-the-dead',
    replace(['isSettled', 'owner !== TAKEN || versionAfter(part) !== tick'], 'versionAfter(part) !== tick'),
  ),
  mutant(
    'world-no-recheck',
    replace(
      ['PartWriter.hasNews', 'this.frame.hasNewer() || isWorldClosed(this.#words)'],
      'isWorldClosed(this.#words)',
    ),
  ),
  mutant('world-leaves-silently', drop(['PartWriter.close', 'wakeAll(region, this.#means.nudge)'])),
  mutant('world-never-ends', drop(['PartWriter.close', 'if (haveAllLeft(region)) closeWorld(region)'])),
  mutant(
    'world-leaves-late',
    move('W2.leave of leaveWriterPlace', 'after', ['freeWriterPlace', 'store(words, ownerOf(writer), owner)']),
  ),
  mutant('world-no-pin', drop('W7')),
  mutant(
    'world-takes-any-record',
    replace(['FramePin.take', 'record === NOTHING || record > this.#records'], 'record === NOTHING'),
  ),
  mutant('world-ends-unseen', replace(['isWorldClosed', 'load(words, WORLD_STATE) !== 0'], 'false')),
  mutant('world-wakes-one', replace(['wakeAll', 'place < places'], 'place < 1')),
  mutant('world-dead-without-place', drop(['freeWriterPlace', 'store(words, ownerOf(writer), owner)'])),
]
