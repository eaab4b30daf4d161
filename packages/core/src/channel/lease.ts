/// <reference lib="esnext.disposable" preserve="true" />
/** The bytes of a message where they lie, lent to who took it. */

import { noteLent } from '../memory/region-buffers.ts'

/** A message that was taken and whose bytes are still read: gives them back, once. */
export interface Held {
  release(): void
}

/**
 * The bytes of a message that `receiveLease` took, where they lie: nothing was copied, no buffer was made. Until `release()`
 * they are as they were posted, and the ring keeps their room, and that of all that came after them.
 */
export class Lease {
  #bytes: Uint8Array | undefined
  #held: Held | undefined

  /** `held`: undefined when the bytes are nobody else's anyway, as those of a native message. */
  constructor(bytes: Uint8Array, held: Held | undefined) {
    this.#bytes = bytes
    this.#held = held
    if (held !== undefined) noteLent()
  }

  /**
   * In shared memory, unless the message came by the native port; aligned to 8 bytes, from 64 bytes on, when what was posted
   * begins at its buffer's start. Throws `TypeError` after `release()`.
   */
  get bytes(): Uint8Array {
    return this.#bytes ?? throwReleased()
  }

  get isReleased(): boolean {
    return this.#bytes === undefined
  }

  /** Gives the bytes back, once: what was taken of them, such as a view, shows what comes later from now on. */
  release(): void {
    this.#bytes = undefined
    this.#held?.release()
    this.#held = undefined
  }

  /** As `release()`, for `using`. */
  [Symbol.dispose](): void {
    this.release()
  }
}

function throwReleased(): never {
  throw new TypeError('Cannot read the bytes of this lease: it has been released; copy what is to stay before that')
}
