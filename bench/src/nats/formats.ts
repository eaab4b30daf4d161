/** The formats of requests that are written by hand. An empty body is no value. */

import { pack, unpack } from 'msgpackr'

export interface RequestFormat {
  encode(value: unknown): Uint8Array
  decode(bytes: Uint8Array): unknown
}

const NOTHING = new Uint8Array()
const encoder = new TextEncoder()
const decoder = new TextDecoder()

export const formats: Readonly<Record<'JSON' | 'msgpackr', RequestFormat>> = {
  JSON: {
    encode: (value) => (value === undefined ? NOTHING : encoder.encode(JSON.stringify(value))),
    decode: (bytes) => (bytes.length === 0 ? undefined : JSON.parse(decoder.decode(bytes))),
  },
  msgpackr: {
    encode: (value) => (value === undefined ? NOTHING : pack(value)),
    decode: (bytes) => (bytes.length === 0 ? undefined : unpack(bytes)),
  },
}
