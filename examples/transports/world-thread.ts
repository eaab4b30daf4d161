/** The worker: it changes the world so many times a second, and hands it to the page by the transport that the page asks for. */

import { parentPort } from '@slipring/browser'
import { type Carrier, carrierOf } from './carriers.ts'
import type { Timed, WorldKind } from './kind.ts'
import { sharedNow, type ToPage, type ToWorker } from './messages.ts'

interface Simulation<W> {
  /** Puts everything somewhere. The same number of entities gives the same world. */
  fill(world: W): void
  step(world: W, seconds: number): void
  /** Another one takes its place. */
  close?(): void
}

interface WorldThreadOptions<W extends Timed, V extends Timed, O extends Timed> {
  readonly kind: WorldKind<W, V, unknown, O>
  readonly hertz: number
  /** Before it there is no simulation. The thread listens at once: messages that nobody hears would be lost. */
  readonly ready?: Promise<void>
  simulationOf(entities: number): Simulation<W>
  /** The time to look at the input. */
  beforeStep?(): void
  /** Gets the messages that are none of a transport. */
  hear?(message: unknown): void
}

/** A world that could not keep up does not try to catch up with more than this. */
const MOST_BEHIND_MS = 50
const PACE_MS = 500

export function runWorld<W extends Timed, V extends Timed, O extends Timed>(
  options: WorldThreadOptions<W, V, O>,
): WorldThread<W, V, O> {
  return new WorldThread(options)
}

class WorldThread<W extends Timed, V extends Timed, O extends Timed> {
  readonly #options: WorldThreadOptions<W, V, O>
  readonly #stepMs: number
  #carrier: Carrier<W> | undefined
  #simulation: Simulation<W> | undefined
  #isPaused = false
  #due = sharedNow()
  #timer: ReturnType<typeof setTimeout> | undefined
  /** When the last step ended, by `sharedNow()`. */
  steppedAt = 0
  readonly #pace = { since: sharedNow(), steps: 0, stepMs: 0, sendMs: 0 }

  constructor(options: WorldThreadOptions<W, V, O>) {
    this.#options = options
    this.#stepMs = 1000 / options.hertz
    parentPort!.onmessage = ({ data }) => this.#hear(data as ToWorker)
    this.#turn()
  }

  /**
   * Something came that the next step is to see: it is made now and not when it is due. Those after it keep their times, so no
   * time is won. The world is never more than a step ahead.
   */
  hurry(): void {
    if (this.#due - sharedNow() > this.#stepMs) return
    clearTimeout(this.#timer)
    this.#turn()
  }

  #hear(message: ToWorker): void {
    if (message.type === 'start') void this.#start(message)
    else if (message.type === 'pause') this.#isPaused = message.isPaused
    else this.#options.hear?.(message)
  }

  async #start(message: Extract<ToWorker, { type: 'start' }>): Promise<void> {
    const { kind, ready, simulationOf } = this.#options
    await ready
    this.#carrier?.close()
    this.#simulation?.close?.()
    const simulation = simulationOf(message.entities)
    this.#simulation = simulation
    this.#carrier = carrierOf(kind, message, parentPort!)
    this.#carrier.change((world) => simulation.fill(world))
  }

  #turn = (): void => {
    if (!this.#isPaused) this.#step()
    this.#tellPace()
    const now = sharedNow()
    this.#due = Math.max(this.#due + this.#stepMs, now - MOST_BEHIND_MS)
    this.#timer = setTimeout(this.#turn, Math.max(0, this.#due - now))
  }

  #step(): void {
    const simulation = this.#simulation
    if (simulation === undefined) return
    this.#options.beforeStep?.()
    const started = performance.now()
    let stepped = started
    this.#carrier!.change((world) => {
      simulation.step(world, this.#stepMs / 1000)
      stepped = performance.now()
    })
    const pace = this.#pace
    pace.steps++
    pace.stepMs += stepped - started
    pace.sendMs += performance.now() - stepped
    this.steppedAt = sharedNow()
  }

  #tellPace(): void {
    const pace = this.#pace
    const ms = sharedNow() - pace.since
    if (ms < PACE_MS) return
    const steps = Math.max(1, pace.steps)
    const message: ToPage = {
      type: 'pace',
      stepMs: pace.stepMs / steps,
      sendMs: pace.sendMs / steps,
      hertz: (pace.steps * 1000) / ms,
    }
    parentPort!.postMessage(message)
    Object.assign(pace, { since: sharedNow(), steps: 0, stepMs: 0, sendMs: 0 })
  }
}
