/** Wakes event loops that have no `Atomics.waitAsync`: by an empty message on a channel that both sides know by name. */

import type { Nudge } from '../signal/gate.ts'

/** The used part of a `BroadcastChannel`: every platform has one, and it needs no transfer. */
export interface Broadcast {
  onmessage: ((event: { readonly data: unknown }) => void) | null
  postMessage(message: unknown): void
  close(): void
}

const { BroadcastChannel } = globalThis as unknown as { BroadcastChannel?: new (name: string) => Broadcast }

/** Throws `TypeError` where there is none, as in a worklet. */
export function openBroadcast(name: string): Broadcast {
  if (BroadcastChannel === undefined)
    throw new TypeError(
      'Cannot wait for a state here: this thread has neither waitAsync nor BroadcastChannel, use latest() by a timer',
    )
  return new BroadcastChannel(name)
}

/** For the writer. The channel is opened when the first reader needs it. */
export function nudgeBy(name: string): { readonly nudge: Nudge; close(): void } {
  let channel: Broadcast | undefined
  return {
    nudge: () => (channel ??= openBroadcast(name)).postMessage(null),
    close: () => channel?.close(),
  }
}

/** Calls back for every nudge, until the function it returns is called. */
export function hearNudges(name: string, onNudge: () => void): () => void {
  const channel = openBroadcast(name)
  channel.onmessage = onNudge
  return () => channel.close()
}
