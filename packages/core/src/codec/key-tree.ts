/** Lists of keys and what is known of each, as a tree: a step for each key. */

/** Most steps follow on no other than one: those need no Map. */
export class KeyNode<T> {
  /** What is known of the list that ends here. */
  known: T | undefined = undefined
  #key = ''
  #only: KeyNode<T> | undefined = undefined
  #others: Map<string, KeyNode<T>> | undefined = undefined

  next(key: string): KeyNode<T> | undefined {
    return this.#key === key && this.#only !== undefined ? this.#only : this.#others?.get(key)
  }

  /** Adds the step for a key that has none. */
  grow(key: string): KeyNode<T> {
    const node = new KeyNode<T>()
    if (this.#only === undefined) {
      this.#key = key
      this.#only = node
    } else (this.#others ??= new Map()).set(key, node)
    return node
  }
}

/** How many nodes of usual keys take as much memory as one of this key. */
export function weightOf(key: string): number {
  return 1 + (key.length >> 5)
}
