import { Worker } from 'node:worker_threads'
import { createSpan, Decoder, Encoder, registryOf } from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { randomFrom, randomGraph } from './graph.ts'
import { isRefusal, OWN, randomOwnGraph } from './own-classes.ts'

const BYTES = 1 << 14
const MILLISECONDS = 1500

// Scribbles over the memory until it is told to stop by its last word.
const SCRIBBLER = `
  const { workerData } = require('node:worker_threads')
  const bytes = new Uint8Array(workerData)
  const stop = new Int32Array(workerData, workerData.byteLength - 4)
  let state = 1
  while (Atomics.load(stop, 0) === 0) {
    for (let count = 0; count < 1000; count++) {
      state = (Math.imul(state, 1103515245) + 12345) | 0
      const at = (state >>> 8) % (bytes.length - 4)
      bytes[at] = state & 1 ? state >>> 24 : 0xc0 + ((state >>> 24) & 31)
    }
  }`

test('bytes that another thread overwrites while they are decoded give a value or an error of the codec', async () => {
  const memory = new SharedArrayBuffer(BYTES)
  const span = createSpan(memory, 0, BYTES)
  const worker = new Worker(SCRIBBLER, { eval: true, workerData: memory })
  const random = randomFrom(1)
  const registry = registryOf(OWN)
  let decoder = new Decoder(registry)
  let refused = 0
  let decoded = 0
  try {
    for (const until = performance.now() + MILLISECONDS; performance.now() < until;) {
      const graph = random(4) === 0 ? randomOwnGraph(random, 40) : randomGraph(random, 40)
      const end = new Encoder(false, registry).encode(graph, span, 0, BYTES - 4)
      if (end < 0) continue
      for (let round = 0; round < 5; round++) {
        try {
          decoder.decode(span, 0, end)
          decoded++
        } catch (error) {
          if (!isRefusal(error)) throw error
          refused++
          decoder = new Decoder(registry)
        }
      }
    }
  } finally {
    Atomics.store(new Int32Array(memory, BYTES - 4), 0, 1)
    await worker.terminate()
  }
  expect(refused).toBeGreaterThan(0)
  expect(decoded).toBeGreaterThan(0)
})
