/** The C program with its memory, in which the state lies. It runs in Node and in browsers. */

import { createState, type StateOffer, stateBytes } from '@slipring/core/state'
import { Bodies, COUNT } from './bodies.ts'

interface Exports {
  /** Where memory begins that the program does not use itself. */
  readonly __heap_base: WebAssembly.Global<'i32'>
  seed(x: number, y: number, vx: number, vy: number, count: number): void
  step(place: number, speed: number, nextPlace: number, nextSpeed: number, count: number, seconds: number): void
}

const PAGE_BYTES = 65_536
const MAX_PAGES = 1024
const LINE_BYTES = 64

export interface Simulation {
  readonly offer: StateOffer
  /** Publishes the state that is `seconds` after the newest; first the one that all begins with. */
  step(seconds: number): void
  close(): void
}

/** `code`: the bytes of simulation.wasm. */
export async function createSimulation(code: BufferSource): Promise<Simulation> {
  const memory = new WebAssembly.Memory({ initial: 32, maximum: MAX_PAGES, shared: true })
  const { instance } = await WebAssembly.instantiate(code, { env: { memory } })
  const { __heap_base, seed, step } = instance.exports as unknown as Exports
  const place = Math.ceil(__heap_base.value / LINE_BYTES) * LINE_BYTES
  const bytes = stateBytes(Bodies)
  const missing = Math.ceil((place + bytes - memory.buffer.byteLength) / PAGE_BYTES)
  if (missing > 0) memory.grow(missing)

  const { writer, offer } = createState(Bodies, { memory: new Uint8Array(memory.buffer, place, bytes) })
  return {
    offer,
    step(seconds) {
      writer.writeInPlace(({ bodies: next }, latest) => {
        // The address of a column in the program's memory is where its array begins.
        const { x, y, vx, vy } = next
        if (latest === undefined) seed(x.byteOffset, y.byteOffset, vx.byteOffset, vy.byteOffset, COUNT)
        else {
          const { bodies } = latest
          step(bodies.x.byteOffset, bodies.vx.byteOffset, x.byteOffset, vx.byteOffset, COUNT, seconds)
          step(bodies.y.byteOffset, bodies.vy.byteOffset, y.byteOffset, vy.byteOffset, COUNT, seconds)
        }
      })
    },
    close: () => writer.close(),
  }
}
