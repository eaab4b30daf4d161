/** serde-wasm-bindgen in a module of Rust: bytes come out of its memory, and go there before they are read. */

import type { Codec } from '../../codec.ts'
import { copied } from '../../copied.ts'
import { decode, encode } from './compiled/serde-rival.js'

export function create(memory: SharedArrayBuffer): Codec {
  return copied(memory, encode, decode)
}
