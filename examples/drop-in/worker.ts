import { parentPort } from '@slipring/worker' // was: 'node:worker_threads'
import type { Flight } from '../dataset.ts'

export interface Route {
  readonly name: string
  readonly flights: number
  /** Minutes. */
  readonly meanDelay: number
}

const routes = new Map<string, Route>()

parentPort?.on('message', ({ origin, destination, delay }: Flight) => {
  const name = `${origin} to ${destination}`
  const { flights, meanDelay } = routes.get(name) ?? { flights: 0, meanDelay: 0 }
  const route: Route = { name, flights: flights + 1, meanDelay: meanDelay + (delay - meanDelay) / (flights + 1) }
  routes.set(name, route)
  parentPort?.postMessage(route)
})
