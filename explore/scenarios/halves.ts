/** The two halves of one direction, over the lanes of a program: what scenarios of a channel have in common. */

import type { Receiver } from '../../packages/core/src/channel/receiver.ts'
import type { ReceiverOptions } from '../../packages/core/src/channel/receiver-options.ts'
import type { Sender } from '../../packages/core/src/channel/sender.ts'
import type { SenderOptions } from '../../packages/core/src/channel/sender-options.ts'
import type { Thread } from '../program.ts'
import type { Subject } from '../subject.ts'

/** Native lanes, by the side they lead to. */
export const TO_RECEIVER = 0
export const TO_SENDER = 1

const SAME = { token: 't', owner: 1 }

export function senderOf(
  { Sender }: Subject,
  thread: Thread,
  options: Pick<SenderOptions, 'maxCapacity'> &
    Partial<Pick<SenderOptions, 'whenFull' | 'highWaterMark' | 'calmLooks'>>,
): Sender {
  return new Sender({
    ...SAME,
    region: thread.region(0),
    lane: { post: (message) => thread.post(TO_RECEIVER, message), start: () => {}, close: () => {} },
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
  options: Pick<ReceiverOptions, 'onRing'> & Partial<Pick<ReceiverOptions, 'onForeign' | 'channels'>>,
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
