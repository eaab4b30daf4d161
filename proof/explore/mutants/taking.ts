/** Mistakes in keeping native messages aside, and in taking messages one by one. */

import { drop, equivalent, move, mutant, replace, type Mutant } from '../mutant.ts'

export const takingMutants: readonly Mutant[] = [
  mutant(
    'stash-in-order-of-arrival',
    replace(
      [
        'Stash.keep',
        'this.#all.addBefore(stashed, (other) => other.kind !== RAW && ((other.sequence - sequence) | 0) > 0)',
      ],
      'this.#all.add(stashed)',
    ),
  ),
  mutant(
    'stash-in-reverse',
    replace(['Stash.keep', '((other.sequence - sequence) | 0) > 0'], '((other.sequence - sequence) | 0) < 0'),
  ),
  mutant('stash-over-another', replace(['Fifo.addBefore', '0'], '1')),
  equivalent(
    'a message without a number comes before all that have one: the lane would have to turn it round by 2^31',
    mutant(
      'stash-before-the-unwrapped',
      replace(
        ['Stash.keep', 'other.kind !== RAW && ((other.sequence - sequence) | 0) > 0'],
        '((other.sequence - sequence) | 0) > 0',
      ),
    ),
  ),
  mutant('take-without-release', drop(['BlockingTake.take', 'receiver.publishRelease()'])),
  mutant(
    'take-keeps-the-last',
    move(['BlockingTake.take', 'receiver.publishRelease()'], 'after', [
      'BlockingTake.take',
      'if (!isStatus(found)) return found',
    ]),
  ),
  mutant(
    'take-ignores-the-end',
    drop(['BlockingTake.take', 'life.endIfOver(found)']),
    drop(['BlockingTake.take', 'if (ending.isOver) break']),
  ),
  equivalent(
    'the park of a ring that has ended does not sleep, and then the loop ends',
    mutant('take-parks-at-the-end', drop(['BlockingTake.take', 'if (ending.isOver) break'])),
  ),
  mutant('take-never-gives-up', drop(['BlockingTake.take', 'if (left <= 0) return EMPTY'])),
  mutant(
    'take-gives-up-at-once',
    replace(['BlockingTake.take', 'if (left <= 0) return EMPTY'], 'if (left < Infinity) return undefined'),
  ),
  mutant(
    'take-never-sleeps',
    drop(['BlockingTake.#wait', 'if (!this.#sleep.park(ring.words, receiver, natives, timeoutMs)) life.missPeer()']),
  ),
  mutant('take-leaves-the-loop-unwoken', drop(['BlockingTake.#wait', 'demand.kickSoon()'])),
  mutant(
    'take-never-hears-of-death',
    replace(['BlockedSleep.park', 'if (!receiver.probe()) return false'], 'receiver.probe()'),
  ),
  mutant('take-never-asks', replace(['BlockedSleep.park', '!receiver.mayProbe'], 'true')),
  mutant(
    'take-believes-every-time-out',
    replace(['BlockedSleep.park', 'if (!receiver.probe()) return false'], 'return false'),
  ),
  mutant('take-asks-and-leaves-the-lane', drop(['Receiver.probe', 'this.fetchAll()'])),
  mutant('take-forgets-the-death', replace(['BlockingTake.#wait', 'life.missPeer()'], 'this.parks++')),
  mutant(
    'take-takes-silence-for-death',
    replace(['BlockedSleep.park', 'if (time >= end) return true'], 'if (time >= end) return false'),
  ),
  mutant(
    'take-sleeps-beyond-its-time',
    replace(['BlockedSleep.park', 'Math.min(end - start, probeMs - this.#silentMs)'], 'probeMs - this.#silentMs'),
  ),
  mutant('pulls-hold-nothing', drop(['Pulls.add', 'this.#parts.hold(true)'])),
  mutant('pulls-hold-for-ever', drop(['Pulls.remove', 'if (this.#waiters.length === 0) this.#parts.hold(false)'])),
  mutant('pulls-hold-after-the-end', drop(['Pulls.rejectAll', 'this.#parts.hold(false)'])),
  mutant('pulls-last-come-first', replace(['Pulls.settle', 'this.#next'], 'this.#waiters.at(-1)')),
  mutant('pulls-serve-one-twice', drop(['Pulls.settle', 'this.remove(waiter)'])),
  mutant('pulls-remove-a-stranger', drop(['Pulls.remove', 'if (index === -1) return false'])),
  mutant('pulls-end-the-first-only', replace(['Pulls.rejectAll', '0'], '0, 1')),
  mutant('pulls-serve-nobody', drop(['Pulls.settle', 'give(waiter, message)'])),
]
