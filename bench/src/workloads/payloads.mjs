/** The messages of a young pair: new objects with new texts in every message, as of a program that has just read or computed them. */

const PLACES = ['Aalen', 'Bremen', 'Celle', 'Dessau', 'Erfurt', 'Fulda', 'Gotha', 'Halle']
const ROWS = 200
const DOCUMENTS = 100
const PROSE = 'A ferry leaves at noon and returns before the evening wind. '.repeat(17)

/** @param {number} i */
const placeOf = (i) => `${PLACES[i % PLACES.length]} ${i % 991}`
/** @param {number} i */
const priceOf = (i) => 50 + ((i * 6_151) % 90_000) / 100

/** @param {number} i */
function side(i) {
  const rows = []
  for (let row = i; row < i + ROWS; row++)
    rows.push({ price: priceOf(row), amount: (row % 810) / 8, orders: 1 + (row % 7) })
  return rows
}

/** @param {number} i */
function documentOf(i) {
  return JSON.stringify({ id: i, title: placeOf(i), price: priceOf(i), body: PROSE.slice(i % 50, 650 + (i % 300)) })
}

/**
 * The message of that number, by the payload's name. All are JSON.
 * @type {Readonly<Record<string, (i: number) => unknown>>}
 */
export const payloads = {
  tiny: (i) => ({ id: i, x: i * 0.5, y: 2 }),
  user: (i) => ({
    id: i,
    name: `Person ${i % 97}`,
    email: `person.${i % 97}@example.org`,
    age: 18 + (i % 60),
    isActive: i % 2 === 0,
    roles: i % 2 === 0 ? ['reader'] : ['writer', 'editor'],
    address: { street: `${i % 80} Station Road`, city: placeOf(i % 9), postcode: String(20_000 + (i % 70)) },
    balance: i * 1.21,
  }),
  ticker: (i) => ({
    symbol: `${placeOf(i)}/EUR`,
    last: priceOf(i),
    bid: priceOf(i + 1),
    ask: priceOf(i + 2),
    volume: (i * 37) % 1e6,
    high: priceOf(i + 3),
    low: priceOf(i + 4),
    at: 1.7e12 + i,
  }),
  order: (i) => ({
    id: 7_000_000_000 + i,
    account: 30_000 + (i % 400),
    symbol: placeOf(i),
    side: i % 2 === 0 ? 'sell' : 'buy',
    kind: i % 6 === 0 ? 'market' : 'limit',
    price: priceOf(i),
    amount: (i % 800) / 10,
    filled: (i % 70) / 10,
    status: i % 4 === 0 ? 'partly filled' : 'open',
    tags: [`desk ${i % 5}`, `b${i % 8}`],
    createdAt: `2026-11-${10 + (i % 20)}T09:30:00Z`,
    note: i % 4 === 0 ? `seen in ${placeOf(i + 3)}` : null,
    client: { id: i % 2_500, name: placeOf(i + 1), region: PLACES[i % 4] },
  }),
  chat: (i) => ({
    type: 'chat',
    id: i,
    from: { id: i % 700, name: placeOf(i) },
    room: `room ${i % 14}`,
    text: `The train from ${placeOf(i)} to ${placeOf(i + 1)} waits in ${placeOf(i + 2)} until ${i % 24}:15`,
    mentions: i % 3 === 0 ? [placeOf(i + 3)] : [],
    at: 1.7e12 + i,
    ...(i % 4 === 0 ? { replyTo: i - 1 } : {}),
  }),
  book: (i) => ({ symbol: placeOf(i), bids: side(i), asks: side(i + 700), sequence: i, at: 1.7e12 + i }),
  texts: (i) => ({ id: i, documents: Array.from({ length: DOCUMENTS }, (_, n) => documentOf(i * DOCUMENTS + n)) }),
}
