/** A pair of functions for each workload. */

import type { Hand } from './hand.ts'
import { integersOf, strings } from './lists.ts'
import { endOfText, readText, writeText } from './text.ts'
import { trips } from './trips.ts'

interface Tiny {
  a: number
  b: string
  c: boolean
}

const tiny: Hand = {
  write({ a, b, c }: Tiny, bytes, view, at) {
    view.setUint32(at, a, true)
    bytes[at + 4] = c ? 1 : 0
    return writeText(b, bytes, at + 5)
  },
  read: (bytes, view, at) => ({ a: view.getUint32(at, true), b: readText(bytes, at + 5), c: bytes[at + 4] === 1 }),
}

interface Ticker {
  symbol: string
  last: number
  bid: number
  ask: number
  volume: number
}

const ticker: Hand = {
  write({ symbol, last, bid, ask, volume }: Ticker, bytes, view, at) {
    view.setFloat64(at, last, true)
    view.setFloat64(at + 8, bid, true)
    view.setFloat64(at + 16, ask, true)
    view.setFloat64(at + 24, volume, true)
    return writeText(symbol, bytes, at + 32)
  },
  read: (bytes, view, at) => ({
    symbol: readText(bytes, at + 32),
    last: view.getFloat64(at, true),
    bid: view.getFloat64(at + 8, true),
    ask: view.getFloat64(at + 16, true),
    volume: view.getFloat64(at + 24, true),
  }),
}

const SIDES = ['buy', 'sell'] as const
const TYPES = ['limit', 'market', 'stop', 'stop_limit'] as const

interface Order {
  id: number
  account: number
  symbol: string
  side: (typeof SIDES)[number]
  type: (typeof TYPES)[number]
  price: number
  qty: number
  filledQty: number
  ts: number
  flags: { ioc: boolean; post_only: boolean; reduce_only: boolean }
}

const orders: Hand = {
  write(order: Order, bytes, view, at) {
    const { side, type, flags } = order
    view.setFloat64(at, order.id, true)
    view.setFloat64(at + 8, order.account, true)
    view.setFloat64(at + 16, order.price, true)
    view.setFloat64(at + 24, order.qty, true)
    view.setFloat64(at + 32, order.filledQty, true)
    view.setFloat64(at + 40, order.ts, true)
    bytes[at + 48] = side === 'buy' ? 0 : 1
    bytes[at + 49] = type === 'limit' ? 0 : type === 'market' ? 1 : type === 'stop' ? 2 : 3
    bytes[at + 50] = (flags.ioc ? 1 : 0) | (flags.post_only ? 2 : 0) | (flags.reduce_only ? 4 : 0)
    return writeText(order.symbol, bytes, at + 51)
  },
  read(bytes, view, at) {
    const bits = bytes[at + 50]!
    return {
      id: view.getFloat64(at, true),
      account: view.getFloat64(at + 8, true),
      symbol: readText(bytes, at + 51),
      side: SIDES[bytes[at + 48]!],
      type: TYPES[bytes[at + 49]!],
      price: view.getFloat64(at + 16, true),
      qty: view.getFloat64(at + 24, true),
      filledQty: view.getFloat64(at + 32, true),
      ts: view.getFloat64(at + 40, true),
      flags: { ioc: (bits & 1) !== 0, post_only: (bits & 2) !== 0, reduce_only: (bits & 4) !== 0 },
    }
  },
}

interface User {
  id: number
  name: string
  email: string
  age: number
  active: boolean
  tags: string[]
  score: number
  bio: string
}

const user: Hand = {
  write({ id, name, email, age, active, tags, score, bio }: User, bytes, view, at) {
    view.setUint32(at, id, true)
    view.setUint16(at + 4, score, true)
    bytes[at + 6] = age
    bytes[at + 7] = active ? 1 : 0
    bytes[at + 8] = tags.length
    let end = writeText(name, bytes, at + 9)
    end = writeText(email, bytes, end)
    for (const tag of tags) end = writeText(tag, bytes, end)
    return writeText(bio, bytes, end)
  },
  read(bytes, view, at) {
    const name = readText(bytes, at + 9)
    let end = endOfText(bytes, at + 9)
    const email = readText(bytes, end)
    end = endOfText(bytes, end)
    const tags: string[] = []
    for (let left = bytes[at + 8]!; left > 0; left--) {
      tags.push(readText(bytes, end))
      end = endOfText(bytes, end)
    }
    return {
      id: view.getUint32(at, true),
      name,
      email,
      age: bytes[at + 6]!,
      active: bytes[at + 7] === 1,
      tags,
      score: view.getUint16(at + 4, true),
      bio: readText(bytes, end),
    }
  },
}

interface Vector {
  x: number
  y: number
  z: number
}

interface Entity {
  position: Vector
  velocity: Vector
  health: number
  flags: number
}

const ENTITY_BYTES = 27

const entity: Hand = {
  write({ position, velocity, health, flags }: Entity, bytes, view, at) {
    view.setFloat32(at, position.x, true)
    view.setFloat32(at + 4, position.y, true)
    view.setFloat32(at + 8, position.z, true)
    view.setFloat32(at + 12, velocity.x, true)
    view.setFloat32(at + 16, velocity.y, true)
    view.setFloat32(at + 20, velocity.z, true)
    view.setUint16(at + 24, health, true)
    bytes[at + 26] = flags
    return at + ENTITY_BYTES
  },
  read: (bytes, view, at) => ({
    position: { x: view.getFloat32(at, true), y: view.getFloat32(at + 4, true), z: view.getFloat32(at + 8, true) },
    velocity: {
      x: view.getFloat32(at + 12, true),
      y: view.getFloat32(at + 16, true),
      z: view.getFloat32(at + 20, true),
    },
    health: view.getUint16(at + 24, true),
    flags: bytes[at + 26]!,
  }),
}

const tick: Hand = {
  write(entities: Entity[], bytes, view, at) {
    view.setUint32(at, entities.length, true)
    let end = at + 4
    for (const one of entities) end = entity.write(one as never, bytes, view, end)
    return end
  },
  read(bytes, view, at) {
    const entities: unknown[] = []
    const end = at + 4 + view.getUint32(at, true) * ENTITY_BYTES
    for (let from = at + 4; from < end; from += ENTITY_BYTES) entities.push(entity.read(bytes, view, from))
    return entities
  },
}

interface Level {
  p: number
  q: number
}

interface Book {
  symbol: string
  ts: number
  bids: Level[]
  asks: Level[]
}

const book: Hand = {
  write({ symbol, ts, bids, asks }: Book, bytes, view, at) {
    view.setFloat64(at, ts, true)
    const end = writeLevels(asks, view, writeLevels(bids, view, at + 8))
    return writeText(symbol, bytes, end)
  },
  read(bytes, view, at) {
    const bids = readLevels(view, at + 8)
    const afterBids = at + 12 + bids.length * 16
    const asks = readLevels(view, afterBids)
    const symbol = readText(bytes, afterBids + 4 + asks.length * 16)
    return { symbol, ts: view.getFloat64(at, true), bids, asks }
  },
}

function writeLevels(levels: readonly Level[], view: DataView, at: number): number {
  view.setUint32(at, levels.length, true)
  let end = at + 4
  for (let index = 0; index < levels.length; index++, end += 16) {
    const level = levels[index]!
    view.setFloat64(end, level.p, true)
    view.setFloat64(end + 8, level.q, true)
  }
  return end
}

function readLevels(view: DataView, at: number): Level[] {
  const levels: Level[] = []
  const end = at + 4 + view.getUint32(at, true) * 16
  for (let from = at + 4; from < end; from += 16) {
    levels.push({ p: view.getFloat64(from, true), q: view.getFloat64(from + 8, true) })
  }
  return levels
}

const hands: Readonly<Record<string, Hand>> = {
  tiny,
  Ticker: ticker,
  Order: orders,
  User: user,
  entity,
  'Citibike 100': trips,
  Book: book,
  'tick 1000': tick,
  'u8 4096': integersOf(1),
  'u32 4096': integersOf(4),
  'u53 4096': integersOf(8),
}

export function handOf(workload: string): Hand {
  const hand = workload.startsWith('strings') ? strings : hands[workload]
  if (hand === undefined) throw new Error(`Nothing was written by hand for ${workload}`)
  return hand
}
