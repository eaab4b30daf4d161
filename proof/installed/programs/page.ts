/** A user's program for a page, as TypeScript and a bundler see it. */

import { parentPort, Worker } from '@slipring/browser'
import { f64, struct } from '@slipring/core/schema'

const Point = struct({ x: f64, y: f64 })

export function start(url: URL): Worker {
  const worker = new Worker(url, { type: 'module' })
  worker.onmessage = ({ data }) => console.log(data)
  worker.postMessage(Point.encode({ x: 1, y: 2 }))
  return worker
}

export { parentPort }
