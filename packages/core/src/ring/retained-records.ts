/** Records that a consumer has gone past and still reads: the oldest holds back the release of all after it. */

/** Where the payload of such a record is. The object is used again after it was dropped. */
export class RetainedRecord {
  offset = 0
  length = 0
  /** Ring position of its header. */
  position = 0
  isRetained = false
}

export class RetainedRecords {
  /** A power of two of them, used in turns, so that nothing is made for a record that is dropped before the next comes. */
  #slots: RetainedRecord[] = [new RetainedRecord()]
  /** Counts of records ever added, and of those found dropped with all before them; wrapping int32. */
  #end = 0
  #first = 0

  /** None is retained. Asked for each message. */
  isEmpty = true

  /** Position of the oldest, or `otherwise` where none is retained. */
  firstPosition(otherwise: number): number {
    while (this.#first !== this.#end) {
      const oldest = this.#slotOf(this.#first)
      if (oldest.isRetained) return oldest.position
      this.#first = (this.#first + 1) | 0
    }
    this.isEmpty = true
    return otherwise
  }

  add(offset: number, length: number, position: number): RetainedRecord {
    if (((this.#end - this.#first) | 0) === this.#slots.length) this.#grow()
    const retained = this.#slotOf(this.#end)
    this.#end = (this.#end + 1) | 0
    this.isEmpty = false
    retained.offset = offset
    retained.length = length
    retained.position = position
    retained.isRetained = true
    return retained
  }

  drop(retained: RetainedRecord): void {
    retained.isRetained = false
  }

  #slotOf(count: number): RetainedRecord {
    return this.#slots[count & (this.#slots.length - 1)]!
  }

  #grow(): void {
    const inOrder = this.#slots.map((_, index) => this.#slotOf((this.#first + index) | 0))
    const count = inOrder.length
    this.#slots = [...inOrder, ...inOrder.map(() => new RetainedRecord())]
    this.#first = 0
    this.#end = count
  }
}
