/** The codec-rivals suite: as codec, with further libraries and with ways to write a codec by hand. */

import type { Suite } from '../../suite.ts'
import { codecSuite } from '../suite.ts'
import { rivalSystems } from './systems.ts'

export const codecRivalsSuite: Suite = {
  ...codecSuite,
  name: 'codec-rivals',
  systems: rivalSystems.map(({ name }) => ({ name, isNodeOnly: true })),
  workloads: [
    'tiny',
    'Ticker',
    'Order',
    'User',
    'mixed',
    'nested 100',
    'chat UTF-8',
    'Book',
    'fill 1000',
    'fill 10000',
    'two fills of 65577',
    'original',
    'numbers 1000',
    'ecommerce S05',
    'ecommerce FULL',
    // Of these few carry all.
    'a Date',
    'an array of everything',
    'an array with holes',
    'a Map of records',
    'bytes in a record',
    'a ring of 6',
  ],
  shortWorkloads: ['tiny', 'Ticker', 'User', 'nested 100', 'chat UTF-8', 'Book', 'fill 10000', 'ecommerce FULL'],
  quickWorkloads: ['Ticker', 'User', 'ecommerce S05'],
  method: `As in the suite codec. msgpackr: records that both ends know; maps: no records; plain: its functions pack and unpack; bundled: the
strings of a message in one piece; sequential: a stream that describes a record where it first comes. json-pack: its fast
MessagePack. JSON TextEncoder, JSON UTFZ: other ways from text to bytes; JSON each: a text for every change; fast paths:
numbers and booleans of a change without a parser. serde-wasm-bindgen: a module of Rust reads the value by serde, writes
MessagePack into memory of its own, and from there it is copied; back the same way; what WebAssembly itself costs is in it. binary: changes by
hand; interned: paths are numbers that both ends know. fields: a method for each field; pooled: one writer and one reader for
all messages; apply: texts by String.fromCharCode.apply; unpooled: all made for every message. MessagePack: by hand, with seven
tricks; each other row of that name goes without one of them. A row says what a system alters.`,
}
