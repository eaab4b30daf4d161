/** Each task is an asynchronous resource of Node, as diagnostic tools know it from Piscina. */

import { AsyncResource } from 'node:async_hooks'
import type { Task } from '@slipring/core/pool'

/** The promise of the task is settled in the resource's context. */
export function giveResource(task: Task, triggerAsyncId: number): void {
  const resource = new AsyncResource('Piscina.Task', { requireManualDestroy: true, triggerAsyncId })
  const { resolve, reject } = task
  task.resolve = (result) => {
    resource.runInAsyncScope(resolve, undefined, result)
    resource.emitDestroy()
  }
  task.reject = (error) => {
    resource.runInAsyncScope(reject, undefined, error)
    resource.emitDestroy()
  }
}
