/** Code as a programmer writes it for one shape. `write` returns where the value ends; `read` knows that it is all there. */

import type { Bytes } from './text.ts'

export interface Hand {
  write(value: never, bytes: Bytes, view: DataView, at: number): number
  read(bytes: Bytes, view: DataView, at: number): unknown
}
