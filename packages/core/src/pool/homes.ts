/** Tasks that one worker alone is to begin: because it has their key, or because each worker gets one. */

import { letGo } from './let-go.ts'
import type { Member } from './member.ts'
import { OrderedQueue } from './ordered-queue.ts'
import type { Placement, Task, TaskKey } from './task.ts'

/** The requests to the scheduler. */
export interface HomesDesk {
  readonly concurrency: number
  send(member: Member, task: Task): void
  /** How many tasks a worker may have beside this one. */
  mostBeside(task: Task): number
  /** All workers that have not ended. */
  living(): Iterable<Member>
  /** There is more to do than the workers can begin at once. */
  onBusy(): void
}

export class Homes {
  readonly #desk: HomesDesk
  /** A key stays with its worker until that gets no more tasks. */
  readonly #keys = new Map<TaskKey, Member>()

  constructor(desk: HomesDesk) {
    this.#desk = desk
  }

  /** The worker that has the key, or has it from now on. Undefined: there is no key, or no worker. */
  of({ key }: Placement): Member | undefined {
    if (key === undefined) return undefined
    const known = this.#keys.get(key)
    if (known !== undefined) return known
    let home = fewestKeys(this.#desk.living())
    if (home === undefined || loadOf(home) >= this.#desk.concurrency) {
      this.#desk.onBusy()
      home = fewestKeys(this.#desk.living())
    }
    if (home === undefined) return undefined
    this.#keys.set(key, home)
    home.keys++
    return home
  }

  /** It gets no more tasks. */
  leave(member: Member): void {
    for (const [key, home] of this.#keys) if (home === member) this.#keys.delete(key)
    member.keys = 0
  }

  add(home: Member, task: Task): void {
    if (home.ownWaiting === 0 && home.inFlight < home.depth && home.inFlight <= this.#desk.mostBeside(task))
      return this.#desk.send(home, task)
    ownOf(home).add(task)
    home.ownWaiting++
  }

  /** Whether the task is for another than `member`, which has it then. */
  sendHome(task: Task, place: Placement, member: Member): boolean {
    const home = (place.home ??= this.of(place))
    if (home === undefined || home === member) return false
    this.add(home, task)
    return true
  }

  putBack(home: Member, task: Task): void {
    ownOf(home).putBack(task)
    home.ownWaiting++
  }

  /** Whether the member's next task is one of its own. `rank`: the priority of the next one that any worker may begin. */
  isNext(member: Member, rank: number): boolean {
    const own = ownOf(member)
    // By turns where neither comes first, so that none waits for ever.
    const isOwn = member.ownWaiting > 0 && (own.priority > rank || (own.priority === rank && !member.wasOwn))
    member.wasOwn = isOwn
    return isOwn
  }

  /** Undefined: it has none, or too much to do to begin it. */
  next(member: Member): Task | undefined {
    if (member.ownWaiting === 0) return undefined
    const own = ownOf(member)
    const task = liveOf(own)
    if (member.inFlight > this.#desk.mostBeside(task)) {
      own.putBack(task)
      return undefined
    }
    member.ownWaiting--
    return task
  }
}

/** One of its own tasks is about to be settled. */
export function withdrawOwn(member: Member, task: Task): void {
  member.ownWaiting--
  letGo(ownOf(member), task, member.ownWaiting)
}

/** Its own tasks, which it has no longer. */
export function takeOwn(member: Member): Task[] {
  const tasks: Task[] = []
  for (; member.ownWaiting > 0; member.ownWaiting--) tasks.push(liveOf(member.own!))
  return tasks
}

const ownOf = (member: Member): OrderedQueue<Task> => (member.own ??= new OrderedQueue())

/** The next that is not settled. There is one. */
function liveOf(own: OrderedQueue<Task>): Task {
  for (;;) {
    const task = own.shift()!
    if (!task.isSettled) return task
  }
}

/** The one that takes a new key: of those with fewest keys the one with least to do. */
function fewestKeys(members: Iterable<Member>): Member | undefined {
  let fewest: Member | undefined
  for (const member of members) {
    if (member.isRetiring) continue
    const hasFewer = fewest === undefined || member.keys < fewest.keys
    if (hasFewer || (member.keys === fewest!.keys && loadOf(member) < loadOf(fewest!))) fewest = member
  }
  return fewest
}

const loadOf = ({ inFlight, ownWaiting }: Member): number => inFlight + ownWaiting
