/** Citibike's trips by hand. */

import type { Hand } from './hand.ts'
import { type Bytes, endOfText, readText, writeText } from './text.ts'

interface Trip {
  rideId: string
  rideableType: number
  startedAt: number
  endedAt: number
  memberCasual: number
  startStationName: string
  startStationId: string
  endStationName?: string
  endStationId?: string
  startLat: number
  startLng: number
  endLat?: number
  endLng?: number
}

export const trips: Hand = {
  write(value: { trips: Trip[] }, bytes, view, at) {
    view.setUint32(at, value.trips.length, true)
    let end = at + 4
    for (const trip of value.trips) end = writeTrip(trip, bytes, view, end)
    return end
  },
  read(bytes, view, at) {
    const read: Trip[] = []
    let end = at + 4
    for (let left = view.getUint32(at, true); left > 0; left--) {
      read.push(readTrip(bytes, view, end))
      end = endOfTrip
    }
    return { trips: read }
  },
}

// That a trip ended somewhere is one bit, since the four values of it are all there or none is.
function writeTrip(trip: Trip, bytes: Bytes, view: DataView, at: number): number {
  const { endStationName, endStationId, endLat, endLng } = trip
  view.setFloat64(at, trip.startedAt, true)
  view.setFloat64(at + 8, trip.endedAt, true)
  view.setFloat64(at + 16, trip.startLat, true)
  view.setFloat64(at + 24, trip.startLng, true)
  bytes[at + 32] = trip.rideableType
  bytes[at + 33] = trip.memberCasual
  let end = writeText(trip.rideId, bytes, at + 35)
  end = writeText(trip.startStationName, bytes, end)
  end = writeText(trip.startStationId, bytes, end)
  if (endStationName === undefined || endStationId === undefined || endLat === undefined || endLng === undefined) {
    bytes[at + 34] = 0
    return end
  }
  bytes[at + 34] = 1
  end = writeText(endStationName, bytes, end)
  end = writeText(endStationId, bytes, end)
  view.setFloat64(end, endLat, true)
  view.setFloat64(end + 8, endLng, true)
  return end + 16
}

let endOfTrip = 0

function readTrip(bytes: Bytes, view: DataView, at: number): Trip {
  const rideId = readText(bytes, at + 35)
  let end = endOfText(bytes, at + 35)
  const startStationName = readText(bytes, end)
  end = endOfText(bytes, end)
  const startStationId = readText(bytes, end)
  end = endOfText(bytes, end)
  const rideableType = bytes[at + 32]!
  const startedAt = view.getFloat64(at, true)
  const endedAt = view.getFloat64(at + 8, true)
  const memberCasual = bytes[at + 33]!
  const startLat = view.getFloat64(at + 16, true)
  const startLng = view.getFloat64(at + 24, true)
  if (bytes[at + 34] === 0) {
    endOfTrip = end
    const start = { rideId, rideableType, startedAt, endedAt, memberCasual, startStationName, startStationId }
    return { ...start, startLat, startLng }
  }
  const endStationName = readText(bytes, end)
  end = endOfText(bytes, end)
  const endStationId = readText(bytes, end)
  end = endOfText(bytes, end)
  endOfTrip = end + 16
  return {
    rideId,
    rideableType,
    startedAt,
    endedAt,
    memberCasual,
    startStationName,
    startStationId,
    endStationName,
    endStationId,
    startLat,
    startLng,
    endLat: view.getFloat64(end, true),
    endLng: view.getFloat64(end + 8, true),
  }
}
