/// <reference lib="esnext.disposable" preserve="true" />
/** The bytes of a message where they lie, lent to the caller that took it. */

import { noteLent } from '../memory/region-buffers.ts'

/** A message that was taken and whose bytes are still in use. Gives them back, once. */
export interface Held {
  release(): void
}

/**
 * The bytes of a message that `receiveLease` took, where they lie: nothing was copied, and no buffer was made. The bytes stay as
 * they were posted until `release()`. Until then the ring keeps their room, and the room of all later messages.
 */
export class Lease {
  #bytes: Uint8Array | undefined
  #held: Held | undefined

  /** `held` is undefined when nothing else uses the bytes, as with those of a native message. */
  constructor(bytes: Uint8Array, held: Held | undefined) {
    this.#bytes = bytes
    this.#held = held
    if (held !== undefined) noteLent()
  }

  /**
   * The bytes. They are in shared memory, unless the message came by the native port. From 64 bytes on they are aligned to 8
   * bytes, if the posted bytes began at the start of their buffer. Throws `TypeError` after `release()`.
   */
  get bytes(): Uint8Array {
    return this.#bytes ?? throwReleased()
  }

  get isReleased(): boolean {
    return this.#bytes === undefined
  }

  /** Gives the bytes back. A view of them shows later messages from now on. A second call does nothing. */
  release(): void {
    this.#bytes = undefined
    this.#held?.release()
    this.#held = undefined
  }

  /** Releases the bytes, for `using`. */
  [Symbol.dispose](): void {
    this.release()
  }
}

function throwReleased(): never {
  throw new TypeError('Cannot read the bytes of this lease: it has been released; copy what is to stay before that')
}
