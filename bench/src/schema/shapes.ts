/** The shapes of the workloads, for libraries whose compilers are not to be had: the code that those would print is printed from here. */

/** Fields in their order; `choice` is one of a few names. */
export type Shape =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'f32'
  | 'f64'
  | 'bool'
  | 'string'
  | { readonly choice: readonly string[] }
  | { readonly list: Shape }
  | { readonly maybe: Shape }
  | { readonly struct: Readonly<Record<string, Shape>> }

const level: Shape = { struct: { p: 'f64', q: 'f64' } }
const vector: Shape = { struct: { x: 'f32', y: 'f32', z: 'f32' } }
const entity: Shape = { struct: { position: vector, velocity: vector, health: 'u16', flags: 'u8' } }
const trip: Shape = {
  struct: {
    rideId: 'string',
    rideableType: 'u8',
    startedAt: 'f64',
    endedAt: 'f64',
    memberCasual: 'u8',
    startStationName: { maybe: 'string' },
    startStationId: { maybe: 'string' },
    endStationName: { maybe: 'string' },
    endStationId: { maybe: 'string' },
    startLat: { maybe: 'f64' },
    startLng: { maybe: 'f64' },
    endLat: { maybe: 'f64' },
    endLng: { maybe: 'f64' },
  },
}

const SHAPES: Readonly<Record<string, Shape>> = {
  tiny: { struct: { a: 'u32', b: 'string', c: 'bool' } },
  Ticker: { struct: { symbol: 'string', last: 'f64', bid: 'f64', ask: 'f64', volume: 'f64' } },
  Order: {
    struct: {
      id: 'f64',
      account: 'f64',
      symbol: 'string',
      side: { choice: ['buy', 'sell'] },
      type: { choice: ['limit', 'market', 'stop', 'stop_limit'] },
      price: 'f64',
      qty: 'f64',
      filledQty: 'f64',
      ts: 'f64',
      flags: { struct: { ioc: 'bool', post_only: 'bool', reduce_only: 'bool' } },
    },
  },
  User: {
    struct: {
      id: 'u32',
      name: 'string',
      email: 'string',
      age: 'u8',
      active: 'bool',
      tags: { list: 'string' },
      score: 'u16',
      bio: 'string',
    },
  },
  entity,
  'Citibike 100': { struct: { trips: { list: trip } } },
  Book: { struct: { symbol: 'string', ts: 'f64', bids: { list: level }, asks: { list: level } } },
  'tick 1000': { list: entity },
  'u8 4096': { list: 'u8' },
  'u32 4096': { list: 'u32' },
  'u53 4096': { list: 'f64' },
}

const STRINGS: Shape = { list: 'string' }

export function shapeOf(workload: string): Shape {
  const shape = workload.startsWith('strings') ? STRINGS : SHAPES[workload]
  if (shape === undefined) throw new Error(`No shape is known for ${workload}`)
  return shape
}
