/** Both halves of a world that is handed over when the thread that draws has asked for it. */

import type { MessagePort } from 'node:worker_threads'
import { lineOver } from '#threads'
import type { NodePort } from '@slipring/worker'
import { emptyWorld, step, type World, worldOf } from './world.ts'

/** The view of the thread that draws: the place of an entity, and when the world was made. */
export interface Seen {
  readonly time: number
  readonly x: number
}

export interface Reader {
  /** The newest world since the last call; undefined when there is none. Is called once a frame. */
  frame(): Seen | undefined
  /** Microseconds of receiving since the last call that were not in `frame`. Absent: none ever. */
  outsideMicros?(): number
  close(): void
}

export interface Writer {
  /** Moves the world and hands it over. */
  step(): void
}

/** The page asks for one world a frame, so that none waits in a queue. */
export abstract class Asked implements Reader {
  #isAsked = false

  protected abstract ask(): void
  protected abstract receive(): Seen | undefined
  abstract close(): void

  frame(): Seen | undefined {
    const seen = this.receive()
    if (seen !== undefined || !this.#isAsked) {
      this.#isAsked = true
      this.ask()
    }
    return seen
  }
}

/** Hands a world over after a step, if the page has asked since the last one. */
export function askedWriter(
  workload: string,
  port: MessagePort | NodePort,
  send: (world: World, request: unknown) => void,
): Writer {
  const world = emptyWorld(worldOf(workload).entities)
  let request: unknown
  lineOver(port).receive((message) => void (request = message))
  return {
    step() {
      step(world)
      if (request === undefined) return
      const asked = request
      request = undefined
      send(world, asked)
    },
  }
}
