/** Protocol Buffers by protobuf.js, whose writer is led to the shared memory. */

import protobuf from 'protobufjs'
import type { Codec } from '../../codec/codec.ts'

const SOURCE = `syntax = "proto3";
message Tiny { uint32 a = 1; string b = 2; bool c = 3; }
message Ticker { string symbol = 1; double last = 2; double bid = 3; double ask = 4; double volume = 5; }
message Flags { bool ioc = 1; bool post_only = 2; bool reduce_only = 3; }
message Order {
  double id = 1; double account = 2; string symbol = 3; string side = 4; string type = 5; double price = 6;
  double qty = 7; double filledQty = 8; double ts = 9; Flags flags = 10;
}
message User {
  uint32 id = 1; string name = 2; string email = 3; uint32 age = 4; bool active = 5; repeated string tags = 6;
  uint32 score = 7; string bio = 8;
}
message Vector { float x = 1; float y = 2; float z = 3; }
message Entity { Vector position = 1; Vector velocity = 2; uint32 health = 3; uint32 flags = 4; }
message Trip {
  string rideId = 1; uint32 rideableType = 2; double startedAt = 3; double endedAt = 4; uint32 memberCasual = 5;
  optional string startStationName = 6; optional string startStationId = 7; optional string endStationName = 8;
  optional string endStationId = 9; optional double startLat = 10; optional double startLng = 11;
  optional double endLat = 12; optional double endLng = 13;
}
message Trips { repeated Trip trips = 1; }
message Level { double p = 1; double q = 2; }
message Book { string symbol = 1; double ts = 2; repeated Level bids = 3; repeated Level asks = 4; }
message Tick { repeated Entity entities = 1; }`

const NAMES: Readonly<Record<string, string>> = {
  tiny: 'Tiny',
  Ticker: 'Ticker',
  Order: 'Order',
  User: 'User',
  entity: 'Entity',
  'Citibike 100': 'Trips',
  Book: 'Book',
  'tick 1000': 'Tick',
}

/** The parts of its writer that let it be used in place; its types leave them out. */
interface InPlaceWriter extends protobuf.Writer {
  buf: Uint8Array
  pos: number
  view: DataView | null
}

export function create(memory: SharedArrayBuffer, workload: string): Codec {
  const type = protobuf.parse(SOURCE, { keepCase: true }).root.lookupType(NAMES[workload] ?? workload)
  const buffer = Buffer.from(memory)
  const writer = protobuf.Writer.create() as InPlaceWriter
  const isList = workload === 'tick 1000'
  return {
    encode(value, offset) {
      writer.buf = buffer
      writer.pos = offset
      writer.view = null
      type.encode((isList ? { entities: value } : value) as Record<string, unknown>, writer)
      // When its room ends it allocates elsewhere without a word.
      if (writer.buf.buffer !== memory) throw new RangeError('protobuf.js has left the memory it was given')
      return writer.pos
    },
    decode(offset, end) {
      const message = type.decode(buffer.subarray(offset, end))
      return isList ? (message as unknown as { entities: unknown }).entities : message
    },
  }
}
