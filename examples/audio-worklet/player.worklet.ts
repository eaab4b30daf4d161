/** Plays what the worker has written. A worklet has no event loop and may not block: it looks at the ring when it must play. */

import { openConsumer } from '@slipring/core/ring'
import { BLOCK_SAMPLES } from './block.ts'

// TypeScript has no library for a worklet's own names.
declare class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(
  name: string,
  processor: new (options: { processorOptions: { ring: SharedArrayBuffer } }) => AudioWorkletProcessor,
): void

class Player extends AudioWorkletProcessor {
  readonly #ring: ReturnType<typeof openConsumer>
  readonly #samples: Float32Array
  #played = 0
  /** Blocks that were not there in time. */
  #missing = 0

  constructor({ processorOptions: { ring } }: { processorOptions: { ring: SharedArrayBuffer } }) {
    super()
    this.#ring = openConsumer(ring)
    const { buffer, byteOffset, byteLength } = this.#ring.region.data
    this.#samples = new Float32Array(buffer, byteOffset, byteLength / 4)
    this.port.onmessage = () => this.port.postMessage({ played: this.#played, missing: this.#missing })
  }

  process(_: Float32Array[][], [[output]]: [[Float32Array]]): boolean {
    const ring = this.#ring
    if (!ring.peek()) {
      if (ring.isProducerClosed() && !ring.peek()) return false
      // The output is silent as it comes.
      this.#missing++
      return true
    }
    const first = ring.offset / 4
    const samples = this.#samples
    for (let at = 0; at < BLOCK_SAMPLES; at++) output[at] = samples[first + at]!
    ring.release()
    // At once, so that the worker has room and goes on.
    ring.publishRelease()
    this.#played++
    return true
  }
}

registerProcessor('slipring-player', Player)
