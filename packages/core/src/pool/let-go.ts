/** Lets cancelled tasks go while they wait, so that nothing keeps what they were given. */

interface Queue<Task> {
  /** Cancelled ones included. A queue that does not tell it keeps them as it likes. */
  readonly length?: number
  add(task: Task): void
  shift(): Task | undefined
}

/**
 * Call it when `task` was cancelled: it is settled, or about to be. `waiting`: how many others still wait. Once as many are settled
 * as wait, only those that wait stay, in their order. So it costs about the same for each, however many there are.
 */
export function letGo<Task extends { readonly isSettled: boolean }>(
  queue: Queue<Task>,
  task: Task,
  waiting: number,
): void {
  if (queue.length === undefined || queue.length < 2 * waiting) return
  const rest: Task[] = []
  for (let other = queue.shift(); other !== undefined; other = queue.shift())
    if (other !== task && !other.isSettled) rest.push(other)
  for (const other of rest) queue.add(other)
}
