/** The two halves of one direction, over the lanes of a program: what its scenarios have in common. */

import type { Receiver } from '../../../packages/core/src/direction/receiver.ts'
import type { ReceiverOptions } from '../../../packages/core/src/direction/receiver-options.ts'
import type { Sender } from '../../../packages/core/src/direction/sender.ts'
import type { SenderOptions } from '../../../packages/core/src/direction/sender-options.ts'
import { CONSUMER_POSITION, PRODUCER_POSITION } from '../../../packages/core/src/memory/layout.ts'
import type { ModelledMessage } from '../doors/codec.ts'
import { Failure } from '../failure.ts'
import type { Look, Thread } from '../program.ts'
import type { Subject } from '../subject.ts'

/** Native lanes, by the side they lead to. */
export const TO_RECEIVER = 0
export const TO_SENDER = 1

export const RECORD_PAYLOAD = 8
export const LONG_PAYLOAD = 24
export const LONGER_PAYLOAD = 56
const PAYLOADS: Readonly<Record<string, number>> = {
  r: RECORD_PAYLOAD,
  n: RECORD_PAYLOAD,
  l: LONG_PAYLOAD,
  x: LONGER_PAYLOAD,
}

const SAME = { token: 't', owner: 1 }

export function senderOf(
  { Sender }: Subject,
  thread: Thread,
  {
    losesShared = false,
    ...options
  }: Pick<SenderOptions, 'maxCapacity'> &
    Partial<Pick<SenderOptions, 'whenFull' | 'highWaterMark' | 'calmLooks'>> & { readonly losesShared?: boolean },
): Sender {
  return new Sender({
    ...SAME,
    region: thread.region(0),
    lane: { post: (message) => thread.post(TO_RECEIVER, message), start: () => {}, close: () => {}, losesShared },
    unwrapped: 0,
    whenFull: 'buffer',
    highWaterMark: 0,
    maxBufferedBytes: Infinity,
    isPeerGone: undefined,
    ...options,
  })
}

/** `polled`: what its platform can do with the lane besides waiting for events. */
export function receiverOf(
  { Receiver }: Subject,
  thread: Thread,
  options: Pick<ReceiverOptions, 'onRing'> & Partial<Pick<ReceiverOptions, 'onForeign' | 'aside'>>,
  polled: object = {},
): Receiver {
  return new Receiver({
    ...SAME,
    region: thread.region(0),
    lane: { post: (message) => thread.post(TO_SENDER, message), ...polled },
    onForeign: () => thread.assert(false, 'our native message is taken for somebody else’s'),
    ...options,
  })
}

/** One for each letter: `r` is short, `l` and `x` are longer, `n` needs the native lane. */
export function messagesOf(sends: string): ModelledMessage[] {
  return [...sends].map((lane, i) => ({
    id: i + 1,
    byteLength: PAYLOADS[lane]!,
    isNative: lane === 'n',
  }))
}

/** At the end: or what is buffered would never seem to be taken. */
export function requireFirstRingReleased(look: Look): void {
  if (look(0, CONSUMER_POSITION) !== look(0, PRODUCER_POSITION))
    throw new Failure('the first ring is left with bytes that were read and not released')
}
