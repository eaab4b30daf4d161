/** The events of a scheduler that the pool is told. */

import type { Member } from './member.ts'
import type { OutcomeEvents } from './outcomes.ts'

export interface SchedulerEvents extends OutcomeEvents {
  /** There is more to do than the workers can begin at once. */
  onBusy(): void
  /** A worker has had as many tasks as it may have. */
  onSpent(member: Member): void
  /** A worker that is to end has no task left. */
  onDone(member: Member): void
  /** All workers that have not ended. */
  living(): Iterable<Member>
}
