/** Each task is an asynchronous resource of Node, as diagnostic tools know it from Piscina. */

import { AsyncResource } from 'node:async_hooks'
import type { TaskScope } from '@slipring/core/pool'

export class TaskResource extends AsyncResource implements TaskScope {
  constructor(triggerAsyncId: number) {
    super('Piscina.Task', { requireManualDestroy: true, triggerAsyncId })
  }

  settle(by: (value: unknown) => void, value: unknown): void {
    this.runInAsyncScope(by, undefined, value)
    this.emitDestroy()
  }
}
