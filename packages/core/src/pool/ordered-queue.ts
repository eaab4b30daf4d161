/** Tasks that wait, by their priority, and in their turn where that is the same. */

interface Ranked {
  readonly place: { readonly priority: number } | undefined
}

interface Entry<Task> {
  readonly task: Task
  readonly priority: number
  readonly turn: number
}

/** A binary heap. */
export class OrderedQueue<Task extends Ranked> {
  readonly #heap: Entry<Task>[] = []
  #lastTurn = 0
  #firstTurn = 0

  /** Those of another queue, which has none then. */
  static of<Task extends Ranked>(queue: { shift(): Task | undefined }): OrderedQueue<Task> {
    const ordered = new OrderedQueue<Task>()
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) ordered.add(task)
    return ordered
  }

  get length(): number {
    return this.#heap.length
  }

  /** The priority of the next task; of none: the least there is. */
  get priority(): number {
    return this.#heap.length === 0 ? -Infinity : this.#heap[0]!.priority
  }

  add(task: Task): void {
    this.#insert({ task, priority: priorityOf(task), turn: ++this.#lastTurn })
  }

  putBack(task: Task): void {
    this.#insert({ task, priority: priorityOf(task), turn: --this.#firstTurn })
  }

  shift(): Task | undefined {
    const heap = this.#heap
    if (heap.length === 0) return undefined
    const { task } = heap[0]!
    const last = heap.pop()!
    if (heap.length > 0) this.#sink(last)
    return task
  }

  #insert(entry: Entry<Task>): void {
    const heap = this.#heap
    let place = heap.push(entry) - 1
    while (place > 0) {
      const above = (place - 1) >> 1
      if (!isBefore(entry, heap[above]!)) break
      heap[place] = heap[above]!
      place = above
    }
    heap[place] = entry
  }

  /** From the top, which is free. */
  #sink(entry: Entry<Task>): void {
    const heap = this.#heap
    let place = 0
    for (let below = 1; below < heap.length; below = 2 * place + 1) {
      if (below + 1 < heap.length && isBefore(heap[below + 1]!, heap[below]!)) below++
      if (!isBefore(heap[below]!, entry)) break
      heap[place] = heap[below]!
      place = below
    }
    heap[place] = entry
  }
}

const priorityOf = ({ place }: Ranked): number => (place === undefined ? 0 : place.priority)

function isBefore(entry: Entry<unknown>, other: Entry<unknown>): boolean {
  return entry.priority === other.priority ? entry.turn < other.turn : entry.priority > other.priority
}
