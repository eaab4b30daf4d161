/** The results for one type: its functions, and the text that generated ones are made of. */

/** Writes a value at `head`; returns where it ends, or -1 when that is past `end`. */
export type Write = (value: unknown, bytes: Uint8Array, view: DataView, head: number, end: number) => number

/** Reads the value that fills bytes `head` to `end`. */
export type Read = (bytes: Uint8Array, view: DataView, head: number, end: number) => unknown

/** Reads a value at `head` into an object or array; returns where it ended. */
export type ReadInto = (target: object, bytes: Uint8Array, view: DataView, head: number, end: number) => number

/** Text that makes a function when it is run, and what the names in it mean. */
export interface Program {
  readonly body: string
  readonly bindings: Readonly<Record<string, unknown>>
  /** The default values that it makes, by code of their own. */
  readonly defaults: readonly Programmed[]
}

export interface Programmed {
  programs(): readonly Program[]
}
