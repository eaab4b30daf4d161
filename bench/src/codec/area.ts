/** Shared memory as a library sees it that knows nothing of shared memory. */

export interface Area {
  /** Where the library writes, at the offsets the shared memory has. */
  readonly bytes: Uint8Array
  /** Brings what it wrote into the shared memory. */
  publish(start: number, end: number): void
  /** Bytes for the library to read. */
  fetch(start: number, end: number): Uint8Array
}

/** Node's text functions work on shared memory; those of browsers refuse it, so there a copy is part of the price. */
export function areaOf(memory: SharedArrayBuffer): Area {
  return typeof Buffer === 'function' ? new InPlace(memory) : new Copied(memory)
}

class InPlace implements Area {
  readonly bytes: Buffer

  constructor(memory: SharedArrayBuffer) {
    this.bytes = Buffer.from(memory)
  }

  publish(): void {}

  fetch(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start, end)
  }
}

class Copied implements Area {
  readonly bytes: Uint8Array
  readonly #shared: Uint8Array
  readonly #fetched: Uint8Array

  constructor(memory: SharedArrayBuffer) {
    this.bytes = new Uint8Array(memory.byteLength)
    this.#shared = new Uint8Array(memory)
    this.#fetched = new Uint8Array(memory.byteLength)
  }

  publish(start: number, end: number): void {
    this.#shared.set(this.bytes.subarray(start, end), start)
  }

  fetch(start: number, end: number): Uint8Array {
    this.#fetched.set(this.#shared.subarray(start, end))
    return this.#fetched.subarray(0, end - start)
  }
}
