/**
 * Bytes that one direction has sent and the other side has not yet taken. They lie in the ring, in older rings that are not
 * yet drained, and on the native lane. Sending counts only the bytes on the lane; a look at the rings finds the others.
 */

import { load } from '../atomics.ts'
import { CONSUMER_POSITION, OUT_OF_BAND_TAKEN, PRODUCER_POSITION } from '../memory/layout.ts'
import type { Region } from '../memory/region.ts'

/** Entries taken are dropped from the front in portions of this many. */
const COMPACT_AFTER = 1024

export class Buffered {
  /** Where the receiver counts what it took of the native lane, however often the ring has grown since. */
  readonly home: Int32Array
  readonly #older: Region[] = []
  /** Of each message on the lane: its number among those announced, and its bytes. */
  readonly #counts: number[] = []
  readonly #sizes: number[] = []
  #first = 0
  #laneBytes = 0
  /** The ring in use. */
  region: Region

  /** The most bytes that a look has found. Every message that did not fit the ring looks. */
  most = 0

  constructor(region: Region) {
    this.home = region.words
    this.region = region
  }

  /** The sender goes on in a new ring. */
  moveTo(region: Region): void {
    this.#older.push(this.region)
    this.region = region
  }

  /** A message on the native lane, the `announced`th of them. */
  addToLane(announced: number, bytes: number): void {
    this.#counts.push(announced)
    this.#sizes.push(bytes)
    this.#laneBytes += bytes
    this.look()
  }

  /** Bytes sent and not taken, of records with their headers and of encodings on the lane. */
  look(): number {
    this.#dropTaken()
    let bytes = this.#laneBytes + usedBytes(this.region)
    if (this.#older.length !== 0) bytes += this.#lookAtOlder()
    if (bytes > this.most) this.most = bytes
    return bytes
  }

  /** Forgets all that are drained, and not only the oldest: what waits in one would keep the memory of all after it. */
  #lookAtOlder(): number {
    const older = this.#older
    let bytes = 0
    let left = 0
    for (const region of older) {
      const used = usedBytes(region)
      if (used === 0) continue
      bytes += used
      older[left++] = region
    }
    older.length = left
    return bytes
  }

  /** The control block of the oldest ring that is not drained. A record that is kept there may be taken last of all. */
  findOldest(): Int32Array {
    this.look()
    return (this.hasOlder ? this.#older[0]! : this.region).words
  }

  /** Whether older rings and the native lane hold nothing. */
  get isInOneRing(): boolean {
    return !this.hasOlder && this.#laneBytes === 0
  }

  /** At the last look older rings still held something. */
  get hasOlder(): boolean {
    return this.#older.length !== 0
  }

  #dropTaken(): void {
    if (this.#first === this.#counts.length) return
    // ORDER: pairs with the store in MergingReceiver.publishRelease.
    const taken = load(this.home, OUT_OF_BAND_TAKEN)
    while (this.#first < this.#counts.length && ((this.#counts[this.#first]! - taken) | 0) <= 0)
      this.#laneBytes -= this.#sizes[this.#first++]!
    if (this.#first < COMPACT_AFTER) return
    this.#counts.splice(0, this.#first)
    this.#sizes.splice(0, this.#first)
    this.#first = 0
  }
}

function usedBytes({ words, capacity }: Region): number {
  // ORDER: our own word; nobody else writes it.
  const produced = load(words, PRODUCER_POSITION)
  // ORDER: pairs with the store in Consumer.publishRelease.
  const used = (produced - load(words, CONSUMER_POSITION)) | 0
  // An impossible position counts as a full ring. The next claim throws for it.
  return used < 0 || used > capacity ? capacity : used
}
