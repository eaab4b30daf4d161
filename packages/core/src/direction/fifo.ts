/** First in, first out; taking the first costs the same however many there are. */
export class Fifo<T> {
  #items: (T | undefined)[] = []
  #first = 0

  get length(): number {
    return this.#items.length - this.#first
  }

  get first(): T | undefined {
    // Beyond its end an array reads its prototype, which a program may have given elements.
    return this.length === 0 ? undefined : this.#items[this.#first]
  }

  add(item: T): void {
    this.#items.push(item)
  }

  /** Adds it before those at the end that are later. */
  addBefore(item: T, isLater: (other: T) => boolean): void {
    const items = this.#items
    let index = items.length
    while (index > this.#first && isLater(items[index - 1]!)) index--
    if (index === items.length) items.push(item)
    else items.splice(index, 0, item)
  }

  /** It is the first again. */
  putBack(item: T): void {
    if (this.#first === 0) this.#items.unshift(item)
    else this.#items[--this.#first] = item
  }

  forEach(look: (item: T) => void): void {
    for (let index = this.#first; index < this.#items.length; index++) look(this.#items[index]!)
  }

  clear(): void {
    this.#items = []
    this.#first = 0
  }

  shift(): T | undefined {
    const items = this.#items
    if (this.#first === items.length) return undefined
    const first = items[this.#first]
    items[this.#first++] = undefined
    // Half of it is over: to move the rest is worth it, and without it the memory would never be given back.
    if (this.#first * 2 >= items.length) {
      this.#items = items.slice(this.#first)
      this.#first = 0
    }
    return first
  }
}
