/** Further codecs that people know, and ways to write one by hand: one file each. */

import { type CodecSystem, codecSystems } from '../systems.ts'
import { FIELD_WORKLOADS } from './field-messages.ts'

const CHANGES = ['ecommerce S05', 'ecommerce FULL']
/** Rows: each object has the keys of the first. */
const OF_ONE_SHAPE = ['tiny', 'Ticker', 'Order', 'User', 'Book', 'nested 100', 'ecommerce S05']

const known = new Set(['structuredClone', 'JSON', 'msgpackr', 'slipring'])

export const rivalSystems: readonly CodecSystem[] = [
  ...codecSystems.filter(({ name }) => known.has(name)),
  { name: 'msgpackr maps', isLossy: true, load: () => import('./msgpackr-maps.ts') },
  { name: 'msgpackr plain', isLossy: true, load: () => import('./msgpackr-plain.ts') },
  { name: 'msgpackr bundled', isLossy: true, load: () => import('./msgpackr-bundled.ts') },
  { name: 'msgpackr sequential', isLossy: true, load: () => import('./msgpackr-sequential.ts') },
  { name: '@msgpack/msgpack', isLossy: true, load: () => import('./msgpack.ts') },
  { name: 'json-pack', isLossy: true, load: () => import('./json-pack.ts') },
  { name: 'bson', isLossy: true, load: () => import('./bson.ts') },
  { name: 'JSON TextEncoder', isLossy: true, load: () => import('./json-text-encoder.ts') },
  { name: 'JSON UTFZ', isLossy: true, load: () => import('./json-utfz.ts') },
  { name: 'JSON each', isLossy: true, workloads: CHANGES, load: () => import('./json-each.ts') },
  {
    name: 'fast-json-stringify',
    isLossy: true,
    workloads: OF_ONE_SHAPE,
    load: () => import('./fast-json-stringify.ts'),
  },
  { name: 'binary', workloads: CHANGES, load: () => import('./binary.ts') },
  { name: 'binary interned', workloads: CHANGES, load: () => import('./binary-interned.ts') },
  { name: 'fields pooled', workloads: FIELD_WORKLOADS, load: () => import('./fields-pooled.ts') },
  { name: 'fields apply', workloads: FIELD_WORKLOADS, load: () => import('./fields-apply.ts') },
  { name: 'fields unpooled', workloads: FIELD_WORKLOADS, load: () => import('./fields-unpooled.ts') },
  { name: 'Omnitron', cannot: 'it is not on npm' },
  { name: 'serde-wasm-bindgen', cannot: 'it needs a compiler of Rust, which this repository does not ask for' },
]
