/** Mistakes in keeping native messages aside, and of who takes messages one by one. */

import { equivalent, mutant, type Mutant } from '../mutant.ts'

const FIFO = 'channel/fifo.ts'
const STASH = 'channel/stash.ts'
const RECEIVER = 'channel/receiver.ts'
const BLOCKING = 'port/blocking-take.ts'
const BLOCKED = 'port/blocked.ts'
const PULLS = 'port/pulls.ts'

const IN_ORDER = 'this.#all.addBefore(stashed, (other) => other.kind !== RAW && ((other.sequence - sequence) | 0) > 0)'

const FOUND = 'if (!isStatus(found)) return found'

export const takingMutants: readonly Mutant[] = [
  mutant('stash-in-order-of-arrival', STASH, IN_ORDER, 'this.#all.add(stashed)'),
  mutant('stash-in-reverse', STASH, '| 0) > 0)', '| 0) < 0)'),
  mutant('stash-over-another', FIFO, 'else items.splice(index, 0, item)', 'else items.splice(index, 1, item)'),
  equivalent(
    'what has no number comes before all that have one: the lane would have to turn it round by 2^31',
    mutant('stash-before-the-unwrapped', STASH, 'other.kind !== RAW && ', ''),
  ),

  mutant('take-without-release', BLOCKING, 'receiver.publishRelease()\n', ''),
  mutant(
    'take-keeps-the-last',
    BLOCKING,
    `receiver.publishRelease()\n      ${FOUND}`,
    `${FOUND}\n      receiver.publishRelease()`,
  ),
  mutant('take-ignores-the-end', BLOCKING, 'owner.endIfOver(found)\n      if (owner.isOver) break', ''),
  equivalent(
    'the park of a ring that has ended does not sleep, and then the loop ends',
    mutant(
      'take-parks-at-the-end',
      BLOCKING,
      'owner.endIfOver(found)\n      if (owner.isOver) break',
      'owner.endIfOver(found)',
    ),
  ),
  mutant('take-never-gives-up', BLOCKING, 'if (left <= 0) return EMPTY\n', ''),
  mutant('take-gives-up-at-once', BLOCKING, 'if (left <= 0) return EMPTY', 'if (left < Infinity) return undefined'),
  mutant(
    'take-never-sleeps',
    BLOCKING,
    'if (!this.#sleep.park(this.#owner.ring.words, receiver, this.#natives, timeoutMs)) this.#owner.peerGone()',
    '',
  ),
  mutant('take-leaves-the-loop-unwoken', BLOCKING, 'this.#owner.kickSoon()', ''),
  mutant('take-never-hears-of-death', BLOCKED, 'if (!receiver.probe()) return false', 'receiver.probe()'),
  mutant('take-never-asks', BLOCKED, '!receiver.mayProbe ? Infinity', 'true ? Infinity'),
  mutant('take-believes-every-time-out', BLOCKED, 'if (!receiver.probe()) return false', 'return false'),
  mutant('take-asks-and-leaves-the-lane', RECEIVER, 'this.#fetchAll()\n    return', 'return'),
  mutant('take-forgets-the-death', BLOCKING, 'timeoutMs)) this.#owner.peerGone()', 'timeoutMs)) this.parks++'),
  mutant('take-takes-silence-for-death', BLOCKED, 'if (time >= end) return true', 'if (time >= end) return false'),
  mutant(
    'take-sleeps-beyond-its-time',
    BLOCKED,
    'Math.min(end - start, probeMs - this.#silentMs)',
    'probeMs - this.#silentMs',
  ),

  mutant('pulls-hold-nothing', PULLS, 'this.#parts.hold(true)', ''),
  mutant('pulls-hold-for-ever', PULLS, 'if (this.#waiters.length === 1) this.#parts.hold(false)', ''),
  mutant('pulls-hold-after-the-end', PULLS, 'this.#parts.hold(false)\n    for (const waiter', 'for (const waiter'),
  mutant(
    'pulls-last-come-first',
    PULLS,
    'settle(message: unknown): boolean {\n    const waiter = this.#waiters[0]',
    'settle(message: unknown): boolean {\n    const waiter = this.#waiters.at(-1)',
  ),
  mutant('pulls-serve-one-twice', PULLS, 'this.remove(waiter)\n    give(', 'give('),
  mutant('pulls-remove-a-stranger', PULLS, 'if (index === -1) return false\n', ''),
  mutant('pulls-end-the-first-only', PULLS, 'this.#waiters.splice(0)', 'this.#waiters.splice(0, 1)'),
  mutant('pulls-serve-nobody', PULLS, 'give(waiter, message)\n    return true', 'return true'),
]
