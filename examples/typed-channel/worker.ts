import { parentPort } from '@slipring/worker'
import { Airport, Flight } from './schemas.ts'

const flights = parentPort!.channel(Flight, { name: 'flights' })
const airports = parentPort!.channel(Airport, { name: 'airports' })
const known = new Map<string, { flights: number; delay: number }>()

// A view of the record, in place: only what is read is decoded. It ends with this call.
flights.onrecord = ({ origin, delay }) => {
  const airport = known.get(origin)
  if (airport === undefined) known.set(origin, { flights: 1, delay })
  else {
    airport.flights++
    airport.delay += delay
  }
}

// Records and messages of a port keep one order: when this message comes, all flights are there.
parentPort!.once('message', () => {
  for (const [name, airport] of known)
    airports.send({ name, flights: airport.flights, meanDelay: airport.delay / airport.flights })
  parentPort!.postMessage(known.size)
})
