/**
 * Whether the platform would take a transfer list. It says so before it clones, and so before a getter of the message runs;
 * our encoder runs the getters before the platform sees the list.
 */

import type { Lane } from '../host.ts'
import { ownBufferLength } from '../memory/buffer-slots.ts'

/** Lists up to here are searched for duplicates without a set. */
const FEW = 16

let hasRun = false

/** A message that is never sent: the platform has judged the list by the time it reads this. */
const neverSent = {
  get value(): never {
    hasRun = true
    throw new Error('This message is never sent')
  },
}

/** Throws the platform's own `DataCloneError` for a list that it would refuse. Nothing is sent or transferred. */
export function requireTransferable(lane: Lane, transfer: readonly object[]): void {
  if (!areLiveBuffers(transfer)) askPlatform(lane, transfer)
}

/** Asks the platform itself: a program may have marked a buffer as untransferable, which our check does not see. */
export function askPlatform(lane: Lane, transfer: readonly object[]): void {
  hasRun = false
  try {
    lane.post(neverSent, transfer)
  } catch (error) {
    // An error after the getter has run is the getter's own, also where the platform wraps it.
    if (!hasRun) throw error
  }
}

/** Whether all are buffers with memory, each once. To ask the platform would take half as long as the transfer. */
function areLiveBuffers(transfer: readonly object[]): boolean {
  const { length } = transfer
  for (let index = 0; index < length; index++) {
    const object = transfer[index]!
    if (ownBufferLength(object) <= 0) return false
    if (length <= FEW && transfer.indexOf(object) !== index) return false
  }
  return length <= FEW || new Set(transfer).size === length
}
