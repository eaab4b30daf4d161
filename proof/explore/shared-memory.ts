/**
 * Shared memory as one vector of int32: control words and payload cells of every region, and which thread knows of which access.
 *
 * An access to a control word is a step of its own. A plain access is none: it is enough to know that no other thread's
 * access to the cell is unordered with it, which vector clocks tell whatever the interleaving was (FastTrack). Where that
 * holds in every execution, sequentially consistent interleavings are all there are, on any hardware.
 */

/** No control block is longer, in words. */
export const MOST_WORDS = 1024

export interface RegionSize {
  /** Bytes of the data area. */
  readonly capacity: number
}

/** Two accesses to one cell of which at least one writes, and nothing that orders them. */
export interface Race {
  readonly region: number
  readonly cell: number
  readonly with: number
}

export class SharedMemory {
  /** Everything that tells one state from another; the machine keeps its own part behind `length`. */
  state: Int32Array
  readonly length: number
  readonly #threads: number
  readonly #words: number[] = []
  readonly #wordClocks: number[] = []
  readonly #cells: number[] = []
  readonly #writes: number[] = []
  readonly #reads: number[] = []
  readonly #cellCounts: number[]
  readonly #slots: readonly Int16Array[]

  /** `named`: each region's control words; another index is an access outside the layout. */
  constructor(threads: number, regions: readonly RegionSize[], named: readonly (readonly number[])[], extra: number) {
    this.#threads = threads
    this.#slots = named.map((words) => slotsOf(words))
    this.#cellCounts = regions.map(({ capacity }) => capacity / 4)
    let length = threads * threads
    const take = (count: number): number => {
      length += count
      return length - count
    }
    this.#cellCounts.forEach((count, region) => {
      const words = named[region]!.length
      this.#words.push(take(words))
      this.#wordClocks.push(take(words * threads))
      this.#cells.push(take(count))
      this.#writes.push(take(count))
      this.#reads.push(take(count * threads))
    })
    this.length = length
    this.state = new Int32Array(length + extra)
    for (let thread = 0; thread < threads; thread++) this.state[thread * threads + thread] = 1
  }

  /** Where a control word's value is in the state. */
  wordAt(region: number, word: number): number {
    const slot = word >= 0 && word < MOST_WORDS ? this.#slots[region]![word]! : -1
    if (slot < 0 || slot === undefined)
      throw new RangeError(`Word ${word} of the control block is none of the layout's`)
    return this.#words[region]! + slot
  }

  /** The thread has seen what was known when the word was last written. */
  acquire(thread: number, region: number, word: number): void {
    this.joinInto(thread, this.#clockOf(region, word))
  }

  /** A thread that reads this word's value from now on has seen all that this thread did so far. */
  release(thread: number, region: number, word: number): void {
    this.copyClock(thread, this.#clockOf(region, word))
  }

  joinInto(thread: number, from: number): void {
    const { state } = this
    const own = thread * this.#threads
    for (let i = 0; i < this.#threads; i++) if (state[from + i]! > state[own + i]!) state[own + i] = state[from + i]!
  }

  copyClock(thread: number, to: number): void {
    const { state } = this
    const own = thread * this.#threads
    for (let i = 0; i < this.#threads; i++) state[to + i] = state[own + i]!
    state[own + thread] = state[own + thread]! + 1
  }

  isCell(region: number, cell: number): boolean {
    return Number.isInteger(cell) && cell >= 0 && cell < this.#cellCounts[region]!
  }

  peekCell(region: number, cell: number): number {
    return this.state[this.#cells[region]! + cell]!
  }

  /** Writes without being seen: for a hostile peer, whose races are not ours. */
  pokeCell(region: number, cell: number, value: number): void {
    this.state[this.#cells[region]! + cell] = value
  }

  readCell(thread: number, region: number, cell: number): Race | undefined {
    const { state } = this
    const writer = this.#unseenWriter(thread, region, cell)
    state[this.#reads[region]! + cell * this.#threads + thread] = state[thread * this.#threads + thread]!
    return writer < 0 ? undefined : { region, cell, with: writer }
  }

  writeCell(thread: number, region: number, cell: number, value: number): Race | undefined {
    const { state } = this
    const threads = this.#threads
    const own = thread * threads
    let other = this.#unseenWriter(thread, region, cell)
    const reads = this.#reads[region]! + cell * threads
    for (let i = 0; i < threads; i++) if (i !== thread && state[reads + i]! > state[own + i]!) other = i
    state[this.#writes[region]! + cell] = (thread << 24) | state[own + thread]!
    state[this.#cells[region]! + cell] = value
    return other < 0 ? undefined : { region, cell, with: other }
  }

  #unseenWriter(thread: number, region: number, cell: number): number {
    const written = this.state[this.#writes[region]! + cell]!
    const writer = written >>> 24
    const isSeen = writer === thread || (written & 0xffffff) <= this.state[thread * this.#threads + writer]!
    return isSeen ? -1 : writer
  }

  #clockOf(region: number, word: number): number {
    const slot = this.#slots[region]![word]!
    return this.#wordClocks[region]! + slot * this.#threads
  }
}

function slotsOf(words: readonly number[]): Int16Array {
  const slots = new Int16Array(MOST_WORDS).fill(-1)
  words.forEach((word, slot) => (slots[word] = slot))
  return slots
}
