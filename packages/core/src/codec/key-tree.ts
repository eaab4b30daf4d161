/** Lists of keys and what is known of each, as a tree: a step for each key. */

/** Most steps follow on no other than one: those need no Map. */
class KeyNode<T> {
  /** The entry for the list that ends here. */
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

export class KeyTree<T> {
  readonly #root = new KeyNode<T>()
  /** Steps that it has; of a long key as many as take the memory of one. */
  weight = 0

  /** Where a list of keys ends. Undefined where that takes another step in a tree of more than `most`. */
  end(keys: readonly string[], most: number): { known: T | undefined } | undefined {
    let node = this.#root
    for (const key of keys) {
      let next = node.next(key)
      if (next === undefined) {
        if (this.weight > most) return undefined
        this.weight += 1 + (key.length >> 5)
        next = node.grow(key)
      }
      node = next
    }
    return node
  }
}
