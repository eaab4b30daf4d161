/** Stages of a pipeline: each reads the values of the one before. */

import { setTimeout } from 'node:timers/promises'
import { move, type TaskContext } from '@slipring/worker'

/** Words in shared memory: how many values were made, and how many `finally` ran, of each stage. */
const [MADE, ENDED]: [0, 1] = [0, 1]

interface Counting {
  words: Int32Array
  count: number
}

export async function* made({ words, count }: Counting): AsyncGenerator<Uint8Array> {
  try {
    for (let number = 0; number < count; number++) {
      Atomics.add(words, MADE, 1)
      const part = new Uint8Array(1000).fill(number)
      yield move(part, [part.buffer])
    }
  } finally {
    Atomics.add(words, ENDED, 1)
  }
}

interface Stage<Part> {
  words: Int32Array
  source: AsyncIterable<Part>
}

export async function* summed({ words, source }: Stage<Uint8Array>): AsyncGenerator<number> {
  try {
    for await (const part of source) yield part.reduce((sum, byte) => sum + byte, 0)
  } finally {
    // It takes a while.
    await setTimeout(1)
    Atomics.add(words, ENDED, 1)
  }
}

export async function* scaled({ words, source }: Stage<number>): AsyncGenerator<number> {
  try {
    for await (const sum of source) yield sum / 1000
  } finally {
    Atomics.add(words, ENDED, 1)
  }
}

export async function length(source: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0
  for await (const part of source) bytes += part.length
  return bytes
}

export async function inflated(source: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<string> {
  return new Response(source.pipeThrough(new DecompressionStream('gzip'))).text()
}

export async function dies(source: AsyncIterable<number>): Promise<void> {
  for await (const number of source) if (number === 40) process.exit(3)
}

/** Its source gives nothing, and it looks at its signal only by what it waits for. */
export async function patient(source: AsyncIterable<number>, _context: TaskContext): Promise<number> {
  for await (const number of source) return number
  return -1
}
