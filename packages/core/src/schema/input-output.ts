/** The input and output of the interpreter, where no code is generated. */

/** Where the interpreter writes. */
export interface Output {
  readonly bytes: Uint8Array
  readonly view: DataView
  /** Index past the last byte that may be written. */
  readonly end: number
  readonly isChecked: boolean
  /** Index of the next byte of a tail. */
  tail: number
  depth: number
}

/** Where the interpreter reads. */
export interface Input {
  readonly bytes: Uint8Array
  readonly view: DataView
  readonly end: number
  tail: number
  depth: number
}
