/** A native lane to a thread whose end no event tells: the thread says by messages how to learn of it. */

import type { Lane, LaneListener } from '@slipring/core'
import { isFarewell } from './farewell.ts'
import { type Alive, isAlive, type Mortal } from './life-lock.ts'

export abstract class MortalLane implements Lane, Mortal {
  readonly endsSilently = true
  onAlive: (alive: Alive) => void = () => {}
  received = 0
  #listener: LaneListener | undefined

  abstract post(message: unknown, transfer?: readonly object[]): void
  abstract close(): void

  start(listener: LaneListener): void {
    this.#listener = listener
  }

  end(hasDied = true): void {
    this.#listener?.onClose(hasDied)
  }

  take({ data, ports }: MessageEvent): void {
    this.received++
    if (isFarewell(data)) this.end(false)
    else if (isAlive(data)) this.onAlive(data)
    else this.#listener?.onMessage(data, ports)
  }

  fail({ data }: MessageEvent): void {
    this.#listener?.onMessageError(data)
  }
}
