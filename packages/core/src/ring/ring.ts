/** A ring: one region, one producer, one consumer, each perhaps on another thread. */

import { createRegion, openRegion, type RegionOptions } from '../memory/region.ts'
import { Consumer } from './consumer.ts'
import { endForConsumer, endForProducer } from './death.ts'
import { Producer } from './producer.ts'

/** Makes a ring; hand the buffer to the other thread with `postMessage`. */
export function createRing(options: RegionOptions): SharedArrayBuffer {
  return createRegion(options).buffer
}

/** Takes the producer's end of a ring made elsewhere. Throws `HandshakeError` or `TypeError` if `buffer` is no free ring. */
export function openProducer(buffer: unknown): Producer {
  return new Producer(openRegion(buffer))
}

/** Takes the consumer's end of a ring made elsewhere. Throws `HandshakeError` or `TypeError` if `buffer` is no free ring. */
export function openConsumer(buffer: unknown): Consumer {
  return new Consumer(openRegion(buffer))
}

/**
 * Ends a ring whose producer's thread has died. Call it from a thread that hears of the death: nobody else ends the ring, and
 * the consumer may sleep for ever. Published records are still read before the end. Throws as `openConsumer` does.
 */
export function closeForDeadProducer(buffer: unknown): void {
  endForProducer(openRegion(buffer))
}

/** Ends a ring whose consumer's thread has died. A producer that waits for room, or looks for it, finds the ring closed. */
export function closeForDeadConsumer(buffer: unknown): void {
  endForConsumer(openRegion(buffer))
}
