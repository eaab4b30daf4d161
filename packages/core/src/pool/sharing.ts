/** Which worker has least to do, and tasks that may begin sooner there than behind others. */

import type { Member } from './member.ts'
import type { Task } from './task.ts'

/** If this many tasks have begun meanwhile, the workers are quick enough to be left alone. */
const MOST_MISSES = 4

/** The one with fewest tasks, of those that may have another and have no more than `most`. */
export function leastBusy(members: readonly Member[], most: number): Member | undefined {
  let least: Member | undefined
  let leastTasks = Infinity
  for (const member of members) {
    const { inFlight } = member
    if (inFlight >= leastTasks || inFlight >= member.depth || inFlight > most) continue
    if (inFlight === 0) return member
    least = member
    leastTasks = inFlight
  }
  return least
}

/** Takes from those that have most, until `member` has about as many as each of them. */
export function share(
  members: readonly Member[],
  member: Member,
  concurrency: number,
  send: (task: Task) => void,
): void {
  let misses = 0
  for (const busy of busiestFirst(members, member.inFlight, concurrency)) {
    let wanted = (busy.inFlight - member.inFlight) >> 1
    // Those at the front run already, or are about to.
    for (const task of busy.tasksInOrder().slice(concurrency)) {
      if (wanted <= 0 || member.isRetiring || member.inFlight >= member.depth) break
      // It is for that worker alone.
      if (task.place?.home !== undefined) continue
      if (busy.withdraw(task)) {
        send(task)
        wanted--
      } else if (++misses === MOST_MISSES) return
    }
  }
}

/** Call at intervals. A task may wait behind a long one although the others are never without tasks: it is put back. */
export function takeFromStuck(members: readonly Member[], concurrency: number, putBack: (task: Task) => void): void {
  for (const member of members) {
    const isStuck = member.completed === member.completedAtLook && member.inFlight > concurrency
    member.completedAtLook = member.completed
    if (!isStuck) continue
    member.depth = Math.min(member.depth, concurrency)
    // It keeps those that it may begin: only their results bring it others.
    for (const task of member.withdrawAhead(concurrency)) putBack(task)
  }
}

/** Those that have at least two more than `inFlight`, and some that they cannot begin yet. */
function busiestFirst(members: readonly Member[], inFlight: number, concurrency: number): readonly Member[] {
  const least = Math.max(inFlight + 2, concurrency + 1)
  let busy: Member[] | undefined
  for (const member of members) if (member.inFlight >= least) (busy ??= []).push(member)
  if (busy === undefined) return NONE
  return busy.length === 1 ? busy : busy.toSorted((one, other) => other.inFlight - one.inFlight)
}

const NONE: readonly Member[] = []
