/** A system, as the codec suite sees it. */

/** Values to bytes in shared memory and back. */
export interface Codec {
  /** Writes `value` from `offset`, a multiple of 8, and returns where it ends. */
  encode(value: unknown, offset: number): number
  /** Reads what was written there; the value must not share memory with its bytes. */
  decode(offset: number, end: number): unknown
  /** An object that looks like the value and reads the bytes where they are, until the next one is asked for. */
  view?(offset: number, end: number): unknown
}

/** A copy of a value with no bytes to be seen in between. */
export interface Cloner {
  clone(value: unknown): unknown
}

export interface CodecModule {
  /** `workload`: for systems that must know beforehand what they will carry. */
  create(memory: SharedArrayBuffer, workload: string): Codec | Cloner
}
