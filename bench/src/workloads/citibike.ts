/** A hundred rides of a bicycle share: few stations have most of them, and a ride may end nowhere. */

import { mulberry32, type Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'

const TRIPS = 100
const STATIONS = 2_000
const INDEX = 4
const MONTH_START = Date.UTC(2025, 0, 1)
const MONTH_MS = 31 * 86_400_000
const ENDS_NOWHERE = 0.002
const ELECTRIC = 0.65
const MEMBER = 0.8
const AVENUES = [
  'Broadway',
  '1 Ave',
  '5 Ave',
  'Lexington Ave',
  'Amsterdam Ave',
  'Frederick Douglass Blvd',
  'St Nicholas Ave',
]
const SIDES = ['E', 'W', 'N', 'S']

interface Station {
  readonly name: string
  readonly id: string
  readonly lat: number
  readonly lng: number
}

// The same for every message, so with random numbers of their own.
const stations = makeStations(mulberry32(INDEX))
const popularity = sumsOf(stations.map((_, rank) => 1 / (rank + 1)))

export const citibike: Workload = {
  name: 'Citibike 100',
  index: INDEX,
  pool: 16,
  make: (random) => ({ trips: Array.from({ length: TRIPS }, () => makeTrip(random)) }),
}

function makeTrip(random: Random): unknown {
  const startedAt = MONTH_START + random.integer(0, MONTH_MS)
  const start = pickStation(random)
  const end = pickStation(random)
  const endsNowhere = random.next() < ENDS_NOWHERE
  return {
    rideId: Array.from({ length: 16 }, () => random.integer(0, 15).toString(16).toUpperCase()).join(''),
    rideableType: random.next() < ELECTRIC ? 1 : 2,
    startedAt,
    endedAt: startedAt + random.integer(60_000, 3_600_000),
    memberCasual: random.next() < MEMBER ? 1 : 2,
    startStationName: newText(start.name),
    startStationId: newText(start.id),
    ...(endsNowhere ? {} : { endStationName: newText(end.name), endStationId: newText(end.id) }),
    startLat: start.lat,
    startLng: start.lng,
    ...(endsNowhere ? {} : { endLat: end.lat, endLng: end.lng }),
  }
}

/** By Zipf's law with the exponent 1. */
function pickStation(random: Random): Station {
  const at = random.next() * popularity.at(-1)!
  let [low, high] = [0, STATIONS - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if (popularity[middle]! > at) high = middle
    else low = middle + 1
  }
  return stations[low]!
}

function makeStations(random: Random): readonly Station[] {
  return Array.from({ length: STATIONS }, () => ({
    // Joined, not concatenated: as flat in memory as what has been parsed.
    name: [random.pick(AVENUES), '&', random.pick(SIDES), random.integer(1, 155), 'St'].join(' '),
    id: (random.integer(300_000, 899_999) / 100).toFixed(2),
    lat: degrees(40.63, random),
    lng: degrees(-74.05, random),
  }))
}

function degrees(from: number, random: Random): number {
  return Math.round((from + random.next() * 0.25) * 1e8) / 1e8
}

function sumsOf(weights: readonly number[]): readonly number[] {
  let sum = 0
  return weights.map((weight) => (sum += weight))
}
