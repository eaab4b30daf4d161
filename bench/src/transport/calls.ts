/** A line over a system of calls: what a call returns is what comes back. */

import type { Line } from '../threads/line.ts'

export function lineOfCalls(
  call: (value: unknown) => Promise<unknown>,
  { ready, failed, close }: Pick<Line, 'ready' | 'failed' | 'close'>,
): Line {
  const calls = Promise.withResolvers<never>()
  // Unheard when the cell ends well: then its calls are cut off by us.
  calls.promise.catch(() => {})
  let handler: ((value: unknown) => void) | undefined
  const onReply = (reply: unknown): void => {
    // A sink answers only the end of a series; a call always has a result.
    if (reply !== undefined && reply !== null) handler?.(reply)
  }
  return {
    post: (value) => void call(value).then(onReply).catch(calls.reject),
    receive: (given) => void (handler = given),
    ready,
    failed: Promise.race([failed, calls.promise]),
    close,
  }
}
