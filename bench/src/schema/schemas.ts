/** The schemas of the workloads, for Slipring. */

import {
  type AnySchema,
  bool,
  enums,
  f32,
  f64,
  flags,
  list,
  optional,
  string,
  struct,
  u16,
  u32,
  u53,
  u8,
} from '@slipring/core/schema'
import { microWorkloads } from '../workloads/micro.ts'

const level = struct({ p: f64, q: f64 })
const vector = struct({ x: f32, y: f32, z: f32 })
const entity = struct({ position: vector, velocity: vector, health: u16, flags: u8 })
const trip = struct({
  rideId: string,
  rideableType: u8,
  startedAt: f64,
  endedAt: f64,
  memberCasual: u8,
  startStationName: optional(string),
  startStationId: optional(string),
  endStationName: optional(string),
  endStationId: optional(string),
  startLat: optional(f64),
  startLng: optional(f64),
  endLat: optional(f64),
  endLng: optional(f64),
})

const SCHEMAS: ReadonlyMap<string, AnySchema> = new Map<string, AnySchema>([
  ['tiny', struct({ a: u32, b: string, c: bool })],
  ['Ticker', struct({ symbol: string, last: f64, bid: f64, ask: f64, volume: f64 })],
  [
    'Order',
    struct({
      id: u53,
      account: u53,
      symbol: string,
      side: enums('buy', 'sell'),
      type: enums('limit', 'market', 'stop', 'stop_limit'),
      price: f64,
      qty: f64,
      filledQty: f64,
      ts: u53,
      flags: flags('ioc', 'post_only', 'reduce_only'),
    }),
  ],
  [
    'User',
    struct({
      id: u32,
      name: string,
      email: string,
      age: u8,
      active: bool,
      tags: list(string),
      score: u16,
      bio: string,
    }),
  ],
  ['entity', entity],
  ['Citibike 100', struct({ trips: list(trip) })],
  ['Book', struct({ symbol: string, ts: u53, bids: list(level), asks: list(level) })],
  ['tick 1000', list(entity)],
  ['u8 4096', list(u8)],
  ['u32 4096', list(u32)],
  ['u53 4096', list(u53)],
  ...microWorkloads.filter(({ name }) => name.startsWith('strings')).map(({ name }) => [name, list(string)] as const),
])

export const schemaNames: readonly string[] = [...SCHEMAS.keys()]

export function schemaNamed(workload: string): AnySchema {
  const schema = SCHEMAS.get(workload)
  if (schema === undefined) throw new Error(`No schema is known for ${workload}`)
  return schema
}
