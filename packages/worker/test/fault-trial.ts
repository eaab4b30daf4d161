/** One trial: two threads talk, one of them dies, and the other side must learn of it with nothing lost. */

import { Worker as NativeWorker } from 'node:worker_threads'
import { connect, createChannel, type NodePort, type Offer, Worker } from '@slipring/worker'
import { currentMs, isFlooded, numbered, type Plan, startBusyness, Tally } from './fault-plan.ts'

export interface Verdict {
  readonly plan: Plan
  /** The faults that were found; empty when all is well. */
  readonly faults: readonly string[]
  /**
   * Time from the exit event of the dead thread to the end of the survivor's port. It counts from the last message instead,
   * if that was delivered later. Below zero: the port ended first.
   */
  readonly latencyMs: number
  readonly received: number
}

/** The observations of the survivor. */
interface Sight {
  readonly received: number
  readonly wrong: string
  readonly lastAt: number
  readonly reason: string
  readonly closedAt: number
}

/** After this time something hangs. */
const TRIAL_LIMIT_MS = 10_000

// Loading TypeScript takes 18 MB of it. With 32 MB, a thread that was to end in another way sometimes ran out of memory.
const LIMITS = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8 }
const doomedFile = new URL('fault.worker.ts', import.meta.url)
const survivorFile = new URL('fault-survivor.worker.ts', import.meta.url)

export async function runTrial(plan: Plan, closeLimitMs: number): Promise<Verdict> {
  const posted = new Int32Array(new SharedArrayBuffer(4))
  const faults: string[] = []
  const { worker, sight } = await start(plan, posted)
  const errors: Error[] = []
  worker.on('error', (error) => errors.push(error as Error))
  let exitedAt = 0
  const exit = new Promise<number>((resolve) =>
    worker.once('exit', (code) => {
      exitedAt = currentMs()
      resolve(code)
    }),
  )
  if (plan.kill === 'terminate') terminateInTime(worker, plan)
  const outcome = await limited(Promise.all([exit, sight]))
  if (outcome === undefined) {
    await worker.terminate()
    return { plan, faults: [`hangs: exit ${exitedAt === 0 ? 'missing' : 'seen'}`], latencyMs: NaN, received: -1 }
  }
  const [code, { received, wrong, lastAt, reason, closedAt }] = outcome
  const latencyMs = closedAt - Math.max(exitedAt, lastAt)
  const committed = Atomics.load(posted, 0)
  if (wrong !== '') faults.push(wrong)
  // One more may have been committed just before its thread could count it.
  if (received < committed || received > committed + 1) faults.push(`${received} of ${committed} messages arrived`)
  if (latencyMs > closeLimitMs) faults.push(`closed ${latencyMs.toFixed(0)} ms after the exit`)
  const expected = reasonOf(plan, code)
  if (reason !== expected) faults.push(`closed for the reason ${reason}, not ${expected}`)
  faults.push(...wrongEnd(plan, code, errors))
  return { plan, faults, latencyMs, received }
}

/** The doomed worker, and what its survivor will have seen. */
async function start(plan: Plan, posted: Int32Array): Promise<{ worker: NativeWorker; sight: Promise<Sight> }> {
  const { survivor, capacity, maxCapacity } = plan
  const rings = { capacity, maxCapacity }
  const options = { resourceLimits: LIMITS }
  if (survivor === 'drop-in') {
    const worker = new Worker(doomedFile, { ...options, ...rings, workerData: { plan, posted } })
    return { worker, sight: watch(plan, worker.port, worker) }
  }
  if (survivor === 'connect') {
    const worker = new NativeWorker(doomedFile, { ...options, workerData: { plan, posted } })
    return { worker, sight: watch(plan, connect(worker, rings)) }
  }
  if (survivor === 'channel') {
    const { port, offer, transfer } = createChannel(rings)
    const worker = new NativeWorker(doomedFile, {
      ...options,
      workerData: { plan, posted, offer },
      transferList: [...transfer],
    })
    return { worker, sight: watch(plan, port) }
  }
  const other = new NativeWorker(survivorFile, { workerData: plan })
  const offer = await new Promise<Offer>((resolve, reject) => other.once('message', resolve).once('error', reject))
  const sight = new Promise<Sight>((resolve, reject) => other.once('message', resolve).once('error', reject))
  const workerData = { plan, posted, offer }
  const worker = new NativeWorker(doomedFile, { ...options, workerData, transferList: [offer.lane as never] })
  const ended = new Promise<Sight>((resolve) => other.once('exit', () => resolve(sight)))
  return { worker, sight: ended }
}

/** Receives, and floods the other side where the plan says so, until the port ends. */
async function watch(plan: Plan, port: NodePort, source: NodePort | Worker = port): Promise<Sight> {
  const tally = new Tally()
  let isClosed = false
  let sent = 0
  const flood = (): void => {
    if (isClosed) return
    for (let burst = 0; burst < 200; burst++) port.postMessage(...numbered(sent++))
    setTimeout(flood, 2)
  }
  source.on('message', (message: any) => tally.take(message))
  if (isFlooded(plan)) flood()
  const stopBusyness = startBusyness(plan)
  const closedAt = new Promise<number>((resolve) => port.on('close', () => resolve(currentMs())))
  const { reason } = await port.closed
  isClosed = true
  stopBusyness()
  const { received, wrong, lastAt } = tally
  return { received, wrong, lastAt, reason, closedAt: await closedAt }
}

function terminateInTime(worker: NativeWorker, { afterMs }: Plan): void {
  if (afterMs < 0) void worker.terminate()
  else worker.once('online', () => setTimeout(() => void worker.terminate(), afterMs))
}

/**
 * Nobody in a trial closes a port. A `Worker` knows how its thread ended, and goes by the exit code (zero also where it was
 * terminated before it ran); every other port knows only that the far end is gone.
 */
function reasonOf({ survivor }: Plan, code: number): string {
  return survivor === 'drop-in' && code === 0 ? 'peer-closed' : 'peer-died'
}

function wrongEnd({ kill, code: planned, afterMs }: Plan, code: number, errors: readonly Error[]): string[] {
  const messages = errors.map(({ message }) => message).join()
  if (kill === 'terminate' && afterMs < 0 && (code === 0 || code === 1)) return []
  const expected = kill === 'exit' ? planned : kill === 'end' ? 0 : 1
  const pattern = kill === 'throw' ? /^on purpose$/ : kill === 'memory' ? /memory limit/ : /^$/
  const faults: string[] = []
  if (code !== expected) faults.push(`exit code ${code}, not ${expected}`)
  if (!pattern.test(messages)) faults.push(`error events: "${messages}"`)
  return faults
}

async function limited<T>(promise: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, TRIAL_LIMIT_MS, undefined)
  })
  return Promise.race([promise, limit]).finally(() => clearTimeout(timer))
}
