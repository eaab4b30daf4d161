/** The plan of one side in typed-threads.test.ts. A seed mixes records of two channels with messages of every way. */

import { channelOf } from '@slipring/core/channel'
import { type Infer, string, struct, u32 } from '@slipring/core/schema'
import type { NodePort, TypedChannel } from '@slipring/worker'

export const Small = channelOf(struct({ number: u32 }))
export const Large = channelOf(struct({ number: u32, text: string }))

export function sendPlan(
  port: { postMessage: NodePort['postMessage'] },
  small: TypedChannel<Infer<typeof Small>, any>,
  large: TypedChannel<Infer<typeof Large>, any>,
  seed: number,
  count: number,
): void {
  let state = seed >>> 0
  const random = (below: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
  for (let number = 0; number < count; number++) {
    switch (random(6)) {
      case 0:
        port.postMessage({ number })
        break
      case 1:
        // By the native port, in its turn.
        port.postMessage({ number, shared: new SharedArrayBuffer(8) })
        break
      case 2:
        large.send({ number, text: 'x'.repeat(number % 7000) })
        break
      case 3:
        small.write((record) => (record.number = number))
        break
      default:
        small.send({ number })
    }
  }
}
