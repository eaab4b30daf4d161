/** Further codecs that people know, and ways to write one by hand: one file each. */

import { type CodecSystem, codecSystems } from '../systems.ts'
import { FIELD_WORKLOADS } from './field-messages.ts'

const CHANGES = ['ecommerce S05', 'ecommerce FULL']
/** Rows: each object has the keys of the first. */
const OF_ONE_SHAPE = ['tiny', 'Ticker', 'Order', 'User', 'Book', 'nested 100', 'ecommerce S05']

/** By hand with seven tricks, then without each: ablations.ts. */
const MESSAGE_PACK = [
  'MessagePack',
  'MessagePack, a buffer each',
  'MessagePack, no small numbers first',
  'MessagePack, numbers by DataView',
  'MessagePack, no loops over texts',
  'MessagePack, keys written anew',
  'MessagePack, records by pairs',
  'MessagePack, keys read anew',
]

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
  { name: 'JSON fast paths', isLossy: true, workloads: CHANGES, load: () => import('./json-fast-paths.ts') },
  {
    name: 'fast-json-stringify',
    isLossy: true,
    workloads: OF_ONE_SHAPE,
    load: () => import('./fast-json-stringify.ts'),
  },
  { name: 'serde-wasm-bindgen', isLossy: true, load: () => import('./serde-wasm-bindgen/codec.ts') },
  { name: 'binary', workloads: CHANGES, load: () => import('./binary.ts') },
  { name: 'binary interned', workloads: CHANGES, load: () => import('./binary-interned.ts') },
  { name: 'fields pooled', workloads: FIELD_WORKLOADS, load: () => import('./fields-pooled.ts') },
  { name: 'fields apply', workloads: FIELD_WORKLOADS, load: () => import('./fields-apply.ts') },
  { name: 'fields unpooled', workloads: FIELD_WORKLOADS, load: () => import('./fields-unpooled.ts') },
  ...MESSAGE_PACK.map((name): CodecSystem => ({
    name,
    isLossy: true,
    load: async () => (await import('./message-pack/ablations.ts')).ablations[name]!,
  })),
  { name: 'Omnitron', cannot: 'it is not on npm; the rows MessagePack stand for what it teaches' },
]
