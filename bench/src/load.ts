/** Whether the machine had something else to do: a measurement under load is no measurement. */

import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ask } from './ask.ts'
import { Distance } from './distance.ts'
import { descendantMicros, machineMicros, ownMicros } from './process-time.ts'
import { scriptBeside } from './script-beside.ts'
import { median } from './statistics.ts'

// A row needs two threads, so two are what must be free.
const THREADS = 2
const TRIES = 3
const DEVIATION = 0.2
// In processors, averaged over the run.
const FOREIGN = 0.2
const LOAD_AVERAGE = 0.5
/** Of which the first calibration is the median, since all others are compared with it. */
const FIRST = 5
/** How long a machine may take to be as fast as usual again, in seconds: at once, and all in all. */
const PATIENCE = 60
const WHOLE_PATIENCE = 300

export interface Verdict {
  readonly isLoaded: boolean
  readonly reasons: readonly string[]
  /** Turns taken again, because the machine was not as fast as usual after them. */
  readonly repeats: number
  /** The same work on both threads, before and after every workload, in milliseconds: not those of turns taken again. */
  readonly calibrationMs: readonly number[]
  /** The way of a word from core to core and back, in microseconds, at the same times. */
  readonly pingMicros: readonly number[]
  /** How many processors others kept busy on average; null where that cannot be read. */
  readonly foreignProcessors: number | null
}

export class LoadWatch {
  readonly #workers: readonly Worker[]
  readonly #work: () => Promise<number>
  readonly #distance: Distance | undefined
  readonly #calibrationMs: number[] = []
  readonly #pingMicros: number[] = []
  readonly #loadAverage = loadavg()[0] ?? 0
  readonly #startedAt = performance.now()
  readonly #foreignAtStart = foreignMicros()
  #repeats = 0
  /** A machine that is never calm is not waited for again and again. */
  #secondsLeft: number

  /** `work`: what is done for a calibration, and how long it took in milliseconds. `patience`: seconds to wait, all in all. */
  constructor(work?: () => Promise<number>, patience: number = WHOLE_PATIENCE) {
    this.#secondsLeft = patience
    const threads = work === undefined ? THREADS : 0
    this.#workers = Array.from({ length: threads }, () => new Worker(scriptBeside(import.meta.url, 'calibration')))
    this.#work = work ?? (() => this.#workOnAll())
    this.#distance = work === undefined ? new Distance() : undefined
  }

  /** Takes one calibration; the machine should be idle but for us. Whether it was as fast as usual. */
  async calibrate(): Promise<boolean> {
    const all = this.#calibrationMs
    if (all.length === 0) {
      const first: number[] = []
      while (first.length < FIRST) first.push(await this.#work())
      all.push(median(first))
    }
    all.push(await this.#work())
    const micros = await this.#distance?.measure()
    if (typeof micros === 'number') this.#pingMicros.push(micros)
    return deviation(all.at(-1)!, median(all)) <= DEVIATION
  }

  /** The last calibration does not count: returns once the machine is as fast as usual, or when patience is at its end. */
  async settle(isRepeat: boolean): Promise<void> {
    if (isRepeat) this.#repeats++
    for (let seconds = 0; seconds < PATIENCE && this.#secondsLeft > 0; seconds++, this.#secondsLeft--) {
      this.#calibrationMs.pop()
      if (await this.calibrate()) return
      await sleep(1000)
    }
  }

  verdict(): Verdict {
    const foreignProcessors = this.#foreignProcessors()
    const reasons = judge(this.#calibrationMs, foreignProcessors, this.#loadAverage)
    return {
      isLoaded: reasons.length > 0,
      reasons,
      repeats: this.#repeats,
      calibrationMs: this.#calibrationMs,
      pingMicros: this.#pingMicros,
      foreignProcessors,
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#workers.map((worker) => worker.terminate()), this.#distance?.close()])
  }

  async #workOnAll(): Promise<number> {
    let best = Infinity
    for (let i = 0; i < TRIES; i++) best = Math.min(best, Math.max(...(await Promise.all(this.#workers.map(runOnce)))))
    return best
  }

  #foreignProcessors(): number | null {
    const now = foreignMicros()
    if (now === null || this.#foreignAtStart === null) return null
    const share = (now - this.#foreignAtStart) / ((performance.now() - this.#startedAt) * 1000)
    // Ticks of 10 ms are coarse: ours may seem to be more than everybody's.
    return Math.max(0, share)
  }
}

/** Why the machine counts as loaded; nothing when it does not. */
export function judge(
  calibrationMs: readonly number[],
  foreignProcessors: number | null,
  loadAverage: number,
): string[] {
  const reasons: string[] = []
  const usual = calibrationMs.length === 0 ? 0 : median(calibrationMs)
  const worst = Math.max(...calibrationMs.map((ms) => deviation(ms, usual)))
  if (worst > DEVIATION) reasons.push(`the same work took ${percent(worst)} more or less time than usual`)
  if (foreignProcessors === null) {
    // Our own last run is in it too, so it only counts where nothing better is known.
    if (loadAverage > LOAD_AVERAGE) reasons.push(`the load average was ${loadAverage.toFixed(2)} at the start`)
  } else if (foreignProcessors > FOREIGN) {
    reasons.push(`others kept ${foreignProcessors.toFixed(2)} processors busy`)
  }
  return reasons
}

function deviation(ms: number, usual: number): number {
  return Math.abs(ms / usual - 1)
}

function runOnce(worker: Worker): Promise<number> {
  return ask<number>(worker, 'go')
}

function foreignMicros(): number | null {
  const machine = machineMicros()
  if (machine === null) return null
  return machine - ownMicros() - (descendantMicros() ?? 0)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
