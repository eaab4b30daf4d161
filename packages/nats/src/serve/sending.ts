/** The server's end of one stream: sends the values of the local pool as far as the pool elsewhere has asked for them. */

import { WorkerDiedError } from '@slipring/core/pool'
import type { StreamTerms } from '../terms.ts'
import type { ThreadResult } from './thread-messages.ts'

type Parts = AsyncGenerator<ThreadResult, void, undefined>

/** How often within its patience a server looks whether the reader was heard. */
const ROUNDS = 6

export class Sending {
  /** How many values were sent. */
  sent = 0
  /** How far the thread may be ahead of what is sent. With what may be sent it is what the pool has asked for. */
  readonly threadAhead: number
  /** Those that the thread has ahead are no part of what may be sent. */
  readonly #offset: number
  #asked: number
  readonly #patienceMs: number
  readonly #rounds: ReturnType<typeof setInterval>
  #silentRounds = 0
  #parts: Parts | undefined
  /** Of the generator's end. */
  #left: Promise<unknown> | undefined
  #isLeft = false
  #isSilent = false
  #wake: (() => void) | undefined

  constructor({ asked, patienceMs }: StreamTerms) {
    // The pool asks for more when it has taken half, rounded up: so many may be sent at first.
    this.#offset = Math.floor(asked / 2)
    this.threadAhead = Math.max(this.#offset, 1)
    this.#asked = asked - this.#offset
    this.#patienceMs = patienceMs
    // Rounds, not time: a process that was stopped has heard nothing meanwhile.
    this.#rounds = setInterval(() => {
      if (++this.#silentRounds <= ROUNDS) return
      this.#isSilent = true
      this.abort()
    }, patienceMs / ROUNDS)
  }

  /** The pool takes so many by now. The word may come twice, and an older one after it. */
  ask(asked: number): void {
    this.#silentRounds = 0
    this.#asked = Math.max(this.#asked, asked - this.#offset)
    this.#wake?.()
  }

  /** Nobody reads it any more: the generator ends as when its loop is left. */
  abort(): void {
    this.#isLeft = true
    this.#left ??= this.#parts?.return()
    // `run` has it.
    this.#left?.catch(() => {})
    this.#wake?.()
  }

  /** Resolves when the generator has ended. `send` resolves with false when nobody takes the values any more. */
  async run(parts: Parts, send: (part: ThreadResult, number: number) => Promise<boolean> | true): Promise<void> {
    this.#parts = parts
    for await (const part of this.#isLeft ? [] : parts) {
      if (!(await this.#hasRoom())) break
      const isTaken = send(part, this.sent++)
      if (isTaken !== true && !(await isTaken)) break
    }
    await this.#left
    if (!this.#isSilent) return
    throw new WorkerDiedError(`The stream was given up: its reader was silent for ${this.#patienceMs} ms`, undefined)
  }

  close(): void {
    clearInterval(this.#rounds)
  }

  async #hasRoom(): Promise<boolean> {
    while (this.sent >= this.#asked && !this.#isLeft) await new Promise<void>((resolve) => (this.#wake = resolve))
    return !this.#isLeft
  }
}
