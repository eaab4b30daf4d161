/** This thread's answers to `Host`. */

import { availableParallelism } from 'node:os'
import { canBlock, canShare, Doze, type Host, LaneChoice } from '@slipring/core'
import { isBun, isNode } from './is-node.ts'
import { snapshotContext } from './native.ts'
import { TextLane } from './text-lane.ts'
import { afterMicrotasks, clearTimeout, nextTick, now, setImmediate, setTimeout } from './timers.ts'

const hasOneCore = availableParallelism() === 1

export const nodeHost: Host = {
  // Nothing tells where there is no shared memory to block on. All threads of these platforms may.
  canBlock: canBlock() || !canShare(),
  // Where it was measured: docs/decisions/0006.
  wakeBy: isNode ? 'port' : 'waitAsync',
  hasOneCore,
  // Where it was measured: docs/decisions/0011.
  chooseLane: isNode ? (lane) => new LaneChoice(lane) : isBun ? (lane) => new TextLane(lane) : undefined,
  now,
  nextTask: (callback) => void setImmediate(callback),
  // Where it was measured: docs/decisions/0019.
  ...(isNode && { afterPromises: afterMicrotasks }),
  ...(isNode && hasOneCore && canBlock() && { doze: () => new Doze(now) }),
  later: (callback, ms, mayEnd = false) => {
    const timer = setTimeout(callback, ms)
    if (mayEnd) timer.unref()
    return () => clearTimeout(timer)
  },
  deliversAfterClose: true,
  keepContext: snapshotContext,
  // As a listener of a native port: `uncaughtException`, and the next message still comes.
  reportError: (error) => {
    nextTick(() => {
      throw error
    })
  },
  // As with a native port: what a listener's promise, of whatever kind, rejects with is an uncaught exception.
  watchResult: (result, onFailure) => {
    const then = (result as Partial<PromiseLike<unknown>> | null)?.then
    if (typeof then !== 'function') return
    const report = (error: unknown): void => {
      onFailure()
      nodeHost.reportError(error)
    }
    Reflect.apply(then, result, [undefined, report])
  },
}
