/** Avro by avsc, in place in a Buffer over the shared memory. */

import avro from 'avsc'
import type { Codec } from '../../codec/codec.ts'
import { perWorkload } from '../per-workload.ts'

type AvroSchema = Parameters<typeof avro.Type.forSchema>[0]

const record = (name: string, fields: Readonly<Record<string, unknown>>): AvroSchema =>
  ({ type: 'record', name, fields: Object.entries(fields).map(([key, type]) => ({ name: key, type })) }) as AvroSchema
const choice = (name: string, ...symbols: string[]): unknown => ({ type: 'enum', name, symbols })
const maybe = (type: string): unknown => ['null', type]
const array = (items: unknown): AvroSchema => ({ type: 'array', items }) as AvroSchema

const vector = record('Vector', { x: 'float', y: 'float', z: 'float' })
const entity = record('Entity', { position: vector, velocity: 'Vector', health: 'int', flags: 'int' })
const flags = record('Flags', { ioc: 'boolean', post_only: 'boolean', reduce_only: 'boolean' })

const SCHEMAS: Readonly<Record<string, AvroSchema>> = {
  tiny: record('Tiny', { a: 'int', b: 'string', c: 'boolean' }),
  Ticker: record('Ticker', { symbol: 'string', last: 'double', bid: 'double', ask: 'double', volume: 'double' }),
  Order: record('Order', {
    id: 'long',
    account: 'long',
    symbol: 'string',
    side: choice('Side', 'buy', 'sell'),
    type: choice('Type', 'limit', 'market', 'stop', 'stop_limit'),
    price: 'double',
    qty: 'double',
    filledQty: 'double',
    ts: 'long',
    flags,
  }),
  User: record('User', {
    id: 'int',
    name: 'string',
    email: 'string',
    age: 'int',
    active: 'boolean',
    tags: array('string'),
    score: 'int',
    bio: 'string',
  }),
  entity,
  'Citibike 100': record('Trips', {
    trips: array(
      record('Trip', {
        rideId: 'string',
        rideableType: 'int',
        startedAt: 'double',
        endedAt: 'double',
        memberCasual: 'int',
        startStationName: maybe('string'),
        startStationId: maybe('string'),
        endStationName: maybe('string'),
        endStationId: maybe('string'),
        startLat: maybe('double'),
        startLng: maybe('double'),
        endLat: maybe('double'),
        endLng: maybe('double'),
      }),
    ),
  }),
  Book: record('Book', {
    symbol: 'string',
    ts: 'long',
    bids: array(record('Level', { p: 'double', q: 'double' })),
    asks: array('Level'),
  }),
  'tick 1000': array(entity),
  'u8 4096': array('int'),
  'u32 4096': array('long'),
  'u53 4096': array('long'),
}

const STRINGS = array('string')

const typeOf = perWorkload((workload) => {
  const schema = workload.startsWith('strings') ? STRINGS : SCHEMAS[workload]
  if (schema === undefined) throw new Error(`avsc has no schema for ${workload}`)
  // Objects as plain as the others make them.
  return avro.Type.forSchema(schema, { omitRecordMethods: true })
})

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const type = typeOf(workload)
  const buffer = Buffer.from(memory)
  const filled = new WeakMap<object, unknown>()
  return {
    encode(value, offset) {
      const given = workload === 'Citibike 100' ? withNulls(value as Trips, filled) : value
      const end = type.encode(given, buffer, offset)
      if (end < 0) throw new RangeError('avsc found no room for the message')
      return end
    },
    decode: (offset) => type.decode(buffer, offset).value as unknown,
  }
}

interface Trips {
  readonly trips: readonly object[]
}

const MAYBE_ABSENT = { endStationName: null, endStationId: null, endLat: null, endLng: null }

// Avro wants null for an absent key. Made once for each input, so that the time is that of the library.
function withNulls(value: Trips, filled: WeakMap<object, unknown>): unknown {
  const known = filled.get(value)
  if (known !== undefined) return known
  const made = { trips: value.trips.map((trip) => ({ ...MAYBE_ABSENT, ...trip })) }
  filled.set(value, made)
  return made
}
