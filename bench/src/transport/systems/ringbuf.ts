/** ringbuf.js: bytes through a ring in shared memory, and other values as JSON. It has neither records nor sleep; both are added. */

import { RingBuffer } from 'ringbuf.js'
import { lineTo, Worker, workerArguments, workerTask } from '#threads'
import type { Transport } from '../transport.ts'

const CAPACITY = 4 << 20
/** Before each message: its length, and whether it is bytes. */
const HEADER_BYTES = 8
/** Looks at an empty ring before its reader sleeps. */
const LOOKS = 2000

/** One direction. */
interface Lane {
  readonly memory: SharedArrayBuffer
  /** Counts messages: the reader sleeps on it. */
  readonly word: Int32Array
}

interface Offer {
  readonly there: Lane
  readonly back: Lane
}

export const transport: Transport = {
  connect(task) {
    const offer: Offer = { there: newLane(), back: newLane() }
    const worker = new Worker(...workerArguments({ ...task, offer }))
    const post = poster(offer.there)
    const next = taker(offer.back)
    return {
      ...lineTo(worker),
      exchange(value) {
        post(value)
        return next()
      },
    }
  },
  serve(peer) {
    const { there, back } = workerTask.offer as Offer
    const post = poster(back)
    const next = taker(there)
    for (;;) post(peer(next(), post))
  },
}

function newLane(): Lane {
  return {
    memory: RingBuffer.getStorageForCapacity(CAPACITY, Uint8Array),
    word: new Int32Array(new SharedArrayBuffer(4)),
  }
}

function poster({ memory, word }: Lane): (value: unknown) => void {
  const ring = new RingBuffer(memory, Uint8Array)
  const buffer = Buffer.alloc(CAPACITY)
  return (value) => {
    const isBytes = value instanceof Uint8Array
    if (isBytes) buffer.set(value, HEADER_BYTES)
    const length = isBytes ? value.length : buffer.write(JSON.stringify(value), HEADER_BYTES)
    buffer.writeUInt32LE(length, 0)
    buffer.writeUInt32LE(isBytes ? 1 : 0, 4)
    if (ring.push(buffer, HEADER_BYTES + length) !== HEADER_BYTES + length)
      throw new RangeError(`Cannot push ${length} bytes: the ring is full`)
    Atomics.add(word, 0, 1)
    Atomics.notify(word, 0)
  }
}

function taker({ memory, word }: Lane): () => unknown {
  const ring = new RingBuffer(memory, Uint8Array)
  const buffer = Buffer.alloc(CAPACITY)
  let taken = 0
  return () => {
    for (let looks = 1; ring.pop(buffer, HEADER_BYTES) === 0; looks++) if (looks > LOOKS) Atomics.wait(word, 0, taken)
    taken = (taken + 1) | 0
    const length = buffer.readUInt32LE(0)
    const isBytes = buffer.readUInt32LE(4) === 1
    // The header was published with the rest of its message.
    ring.pop(buffer, length)
    if (isBytes) return new Uint8Array(buffer.subarray(0, length))
    return JSON.parse(buffer.toString('utf8', 0, length))
  }
}
