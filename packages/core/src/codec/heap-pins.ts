/**
 * Small blocks of memory among large ones. A collection frees the buffers of a burst all at once, and a C library then gives
 * the end of its heap back to the system: each page of the next burst has to be asked for anew, which takes longer than to
 * copy it. A block that is in use keeps what lies before it (docs/decisions/0011-large-messages.md).
 */

/** Bytes of large memory from one block to the next. */
const SPACING = 512 << 10
/** Small, but more than what a C library puts aside when it is freed. */
const PIN_BYTES = 2048
/** Together 128 MiB of large memory: about twice what engines allocate between two collections. */
const MAX_PINS = 256

export class HeapPins<Block extends object> {
  readonly #allocate: (byteLength: number) => Block
  /** Calls back after a collection of old objects. */
  readonly #collections = new FinalizationRegistry<undefined>(() => this.#collected())
  #pins: Block[] = []
  #bytesSince = 0
  #isInUse = false

  constructor(allocate: (byteLength: number) => Block) {
    this.#allocate = allocate
  }

  get count(): number {
    return this.#pins.length
  }

  /** Large memory, with a small block before it where one is due. */
  allocate(byteLength: number): Block {
    this.#bytesSince += byteLength
    if (this.#bytesSince >= SPACING) this.#add()
    return this.#allocate(byteLength)
  }

  #add(): void {
    if (this.#pins.length === 0) this.#watch()
    if (this.#pins.push(this.#allocate(PIN_BYTES)) > MAX_PINS) this.#pins.shift()
    this.#bytesSince = 0
    this.#isInUse = true
  }

  #watch(): void {
    this.#collections.register({}, undefined)
  }

  /** A thread that no longer allocates keeps nothing beyond the next collection. */
  #collected(): void {
    if (this.#isInUse) this.#watch()
    else this.#pins = []
    this.#isInUse = false
  }
}
