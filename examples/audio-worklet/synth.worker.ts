/** Computes sound and writes it to the ring. It sleeps while the ring is full, so it is as far ahead as the ring is large. */

import { openProducer, RECORD_MESSAGE } from '@slipring/core/ring'
import { parentPort, receiveMessageSync } from '@slipring/browser'
import { BLOCK_BYTES } from './block.ts'
import type { Start } from './sound.ts'
import { Synth } from './synth.ts'

/** While the sound is stopped nobody takes blocks, but the page may still ask for another tone. */
const LOOK_MS = 50

const port = parentPort!
port.postMessage('ready')
const { ring, sampleRate, blocks } = (await port.receive()) as Start
const producer = openProducer(ring)
const { buffer, byteOffset, byteLength } = producer.region.data
const samples = new Float32Array(buffer, byteOffset, byteLength / 4)
const synth = new Synth(sampleRate)

let written = 0
while (written < blocks) {
  const wish = receiveMessageSync(port, { timeout: 0 })
  if (wish !== undefined) synth.hertz = wish.message as number
  const at = producer.tryClaim(BLOCK_BYTES)
  if (at < 0) {
    // False also when nothing has been played for a while.
    producer.parkUntilRoom(BLOCK_BYTES, LOOK_MS)
    continue
  }
  synth.write(samples, at / 4)
  producer.commit(BLOCK_BYTES, RECORD_MESSAGE, written++)
  producer.publish()
}
producer.close()
port.postMessage('written')
