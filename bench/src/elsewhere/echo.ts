/**
 * Echoes by the platform's worker and by ours, by turns, in the runtime that runs this: prints what each message took, as JSON.
 * The argument says for how many milliseconds each kind of message is measured.
 */

import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { accept, connect } from '@slipring/worker'
import { median } from '../statistics.ts'
import { inputsOf, type Workload } from '../workload.ts'
import { bytes, largeBytes } from '../workloads/bytes.ts'
import { order } from '../workloads/order.ts'
import { asciiText, text } from '../workloads/text.ts'
import { tiny } from '../workloads/tiny.ts'
import { user } from '../workloads/user.ts'

export interface Echoed {
  readonly name: string
  /** Microseconds of an echo: medians. */
  readonly native: number
  readonly ours: number
  /** The median of all turns, each by the turn beside it. */
  readonly ratio: number
}

interface Port {
  postMessage(value: unknown): void
  on(event: 'message', listener: () => void): unknown
}

const WARM_UP_MS = 150
/** Before the first kind: fresh threads compile what messages pass. */
const YOUNG_MS = 1000
/** A turn has so many messages, or fewer of large ones. */
const TURN = 20
const TURN_OF_LARGE = 2
const MOST_INPUTS = 64

const longText: Workload = { name: 'text 100000', index: 11, pool: 8, make: (random) => asciiText(random, 100_000) }
const longBody: Workload = {
  ...longText,
  name: 'an object with such a text',
  make: (random) => ({ id: 1, body: asciiText(random, 100_000) }),
}
const WORKLOADS = [tiny, user, order, text, longText, longBody, bytes, largeBytes]

if (isMainThread) {
  const echoed = await measure(Number(process.argv[2] ?? 500))
  console.log(JSON.stringify(echoed))
  process.exit()
} else if (workerData === 'native') parentPort!.on('message', (message) => parentPort!.postMessage(message))
else {
  const port = await accept()
  port.on('message', (message) => port.postMessage(message))
}

async function measure(ms: number): Promise<Echoed[]> {
  const native = new Worker(fileURLToPath(import.meta.url), { workerData: 'native' })
  const ours = await connect(new Worker(fileURLToPath(import.meta.url), { workerData: 'ours' }))
  let came: (() => void) | undefined
  for (const port of [native, ours] as const) port.on('message', () => came?.())
  const echo = (port: Port, value: unknown): Promise<void> =>
    new Promise((resolve) => {
      came = resolve
      port.postMessage(value)
    })
  const all: Echoed[] = []
  for (const workload of WORKLOADS) {
    const inputs = inputsOf(workload).slice(0, MOST_INPUTS)
    const count = workload === largeBytes ? TURN_OF_LARGE : TURN
    const turnOf = async (port: Port): Promise<number> => {
      const startedAt = performance.now()
      for (let turn = 0; turn < count; turn++) await echo(port, inputs[turn % inputs.length])
      return ((performance.now() - startedAt) * 1000) / count
    }
    const turns: { readonly native: number; readonly ours: number }[] = []
    const hotAt = performance.now() + (all.length === 0 ? YOUNG_MS : WARM_UP_MS)
    while (performance.now() < hotAt + ms || turns.length === 0) {
      const turn = { native: await turnOf(native), ours: await turnOf(ours) }
      if (performance.now() > hotAt) turns.push(turn)
    }
    all.push({
      name: workload.name,
      native: median(turns.map((turn) => turn.native)),
      ours: median(turns.map((turn) => turn.ours)),
      ratio: median(turns.map((turn) => turn.native / turn.ours)),
    })
  }
  return all
}
