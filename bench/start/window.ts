/** One measured window: one system, one scenario, one fresh worker. */

import { setTimeout as sleep } from 'node:timers/promises'
import { runInNewContext } from 'node:vm'
import { setFlagsFromString } from 'node:v8'
import { evenSample } from './dataset.ts'
import type { Scenario } from './scenarios.ts'
import { percentile } from '../src/statistics.ts'
import type { Adapter, Line, System } from './systems.ts'
import { GO, READY, type Task, WARM_UP, WARM_UP_MESSAGES } from './task.ts'
import { findDifference } from './verify.ts'

/** The records of a scenario, with what must arrive. */
export interface Traffic {
  readonly scenario: Scenario
  readonly records: readonly unknown[]
  readonly digests: Float64Array
  /** Every how many records of the dataset the worker sends. */
  readonly step: number
}

export interface Measurement {
  readonly messagesPerSecond: number
  readonly p50Micros: number | null
  readonly p99Micros: number | null
  readonly cpuMicrosPerMessage: number
}

/** A system lost, changed, reordered, invented or never delivered a record. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
}

const LIMIT_MS = 20_000
const WARM_UP_DEPTH = 100
// Long enough for a duplicate to show up after the last record.
const SETTLE_MS = 5

const collectGarbage = exposeGarbageCollector()

export async function measure(system: System, traffic: Traffic): Promise<Measurement> {
  const { adapter } = await system.load()
  // Otherwise a window would pay for the garbage of the one before it.
  collectGarbage()
  const { arrived, ...measurement } = await runWindow(system, adapter, traffic)
  const difference = findDifference(arrived, traffic.digests)
  if (difference !== undefined) throw new DeliveryError(difference)
  return measurement
}

async function runWindow(
  system: System,
  adapter: Adapter,
  traffic: Traffic,
): Promise<Measurement & { arrived: unknown[] }> {
  const isEcho = traffic.scenario.depth > 0
  const task: Task = { system: system.name, step: isEcho ? 0 : traffic.step }
  const line = adapter.connect(new URL('./worker.ts', import.meta.url), { workerData: task })
  const deadline = new AbortController()
  try {
    const window = new Window(line, traffic)
    const failed = new Promise<never>((_, reject) => {
      line.worker.once('error', reject)
      line.worker.once('messageerror', reject)
      line.worker.once('exit', (code) => reject(new DeliveryError(`the worker ended with ${code}; ${window.progress}`)))
    })
    const late = sleep(LIMIT_MS, undefined, { signal: deadline.signal }).then(() => {
      throw new DeliveryError(`nothing more after ${LIMIT_MS / 1000} s; ${window.progress}`)
    })
    // Both lose the race as a rule, and end after it.
    late.catch(() => {})
    failed.catch(() => {})
    const measurement = await Promise.race([window.done, failed, late])
    await sleep(SETTLE_MS)
    return { ...measurement, arrived: window.arrived }
  } finally {
    deadline.abort()
    await line.worker.terminate()
  }
}

class Window {
  readonly arrived: unknown[] = []
  readonly done: Promise<Measurement>
  readonly #line: Line
  readonly #records: readonly unknown[]
  readonly #depth: number
  readonly #sentAt: Float64Array
  readonly #latencies: Float64Array
  readonly #warmUps: number
  readonly #warmUpRecords: readonly unknown[]
  #isReady = false
  #warmUpsSent = 0
  #warmUpsArrived = 0
  #sent = 0
  #startedAt = 0
  #cpuAtStart: NodeJS.CpuUsage | undefined
  readonly #finish: PromiseWithResolvers<Measurement>

  constructor(line: Line, { records, scenario }: Traffic) {
    this.#line = line
    this.#records = records
    this.#depth = scenario.depth
    this.#warmUpRecords = evenSample(records, WARM_UP_MESSAGES)
    this.#warmUps = scenario.depth === 0 ? this.#warmUpRecords.length : WARM_UP_MESSAGES
    this.#sentAt = new Float64Array(records.length)
    this.#latencies = new Float64Array(records.length)
    this.#finish = Promise.withResolvers()
    this.done = this.#finish.promise
    line.receive((value) => this.#onMessage(value))
  }

  get progress(): string {
    return `${this.arrived.length} of ${this.#records.length} records arrived`
  }

  #onMessage(value: unknown): void {
    if (this.#cpuAtStart === undefined) return this.#beforeStart(value)
    const now = performance.now()
    const position = this.arrived.push(value) - 1
    if (this.#depth > 0) {
      this.#latencies[position] = now - (this.#sentAt[position] as number)
      // The next one goes from inside the handler of this one, as in a program that works off a list.
      if (this.#sent < this.#records.length) this.#postNext()
    }
    if (this.arrived.length === this.#records.length) this.#finish.resolve(this.#result(now))
  }

  /** The first message says that the worker is there; those after it are the warm-up, of which only the number counts. */
  #beforeStart(message: unknown): void {
    if (!this.#isReady) {
      if (message !== READY) {
        return this.#finish.reject(new DeliveryError(`the first message is not "${READY}": ${JSON.stringify(message)}`))
      }
      this.#isReady = true
      if (this.#depth === 0) return this.#line.post(WARM_UP)
      while (this.#warmUpsSent < Math.min(WARM_UP_DEPTH, this.#warmUps)) this.#postWarmUp()
      return
    }
    if (++this.#warmUpsArrived === this.#warmUps) return this.#start()
    if (this.#depth > 0 && this.#warmUpsSent < this.#warmUps) this.#postWarmUp()
  }

  #postWarmUp(): void {
    this.#line.post(this.#warmUpRecords[this.#warmUpsSent++ % this.#warmUpRecords.length])
  }

  #start(): void {
    this.#cpuAtStart = process.cpuUsage()
    this.#startedAt = performance.now()
    if (this.#depth === 0) return this.#line.post(GO)
    const first = Math.min(this.#depth, this.#records.length)
    while (this.#sent < first) this.#postNext()
  }

  #postNext(): void {
    const position = this.#sent++
    this.#sentAt[position] = performance.now()
    this.#line.post(this.#records[position])
  }

  #result(now: number): Measurement {
    const { user, system } = process.cpuUsage(this.#cpuAtStart)
    const messages = this.#records.length
    const sorted = this.#depth > 0 ? this.#latencies.toSorted() : undefined
    return {
      messagesPerSecond: (messages * 1000) / (now - this.#startedAt),
      p50Micros: sorted === undefined ? null : percentile(sorted, 0.5) * 1000,
      p99Micros: sorted === undefined ? null : percentile(sorted, 0.99) * 1000,
      cpuMicrosPerMessage: (user + system) / messages,
    }
  }
}

function exposeGarbageCollector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
