/** New objects and buffers of one thread, as far as its heap tells. */

import { usedBytes } from '#state-threads'

export class Allocations {
  /** Undefined where nobody tells how large the heap is. */
  bytes: number | undefined = usedBytes() === undefined ? undefined : 0
  #used = usedBytes()

  /** Less than before: the garbage collector has run meanwhile. A look makes an object, too, which is taken off. */
  look(): void {
    if (this.bytes === undefined) return
    const used = usedBytes()!
    const again = usedBytes()!
    if (again >= used) this.bytes += Math.max(0, used - this.#used! - (again - used))
    this.#used = again
  }
}
