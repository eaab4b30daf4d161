/** The tasks as a program's queue and load balancer see them. */

import type { QueuedTask } from '@slipring/core/pool'
import { LOADED_ELSEWHERE } from '../pool-thread.ts'
import { now } from '../timers.ts'
import { type PiscinaTask, queueOptionsSymbol } from './queues.ts'
import { pathOf } from './run-options.ts'

let lastId = 0

/** Gives each task the same description each time. */
export function describer(filename: string | null, name: string): (task: QueuedTask) => PiscinaTask {
  const known = new WeakMap<QueuedTask, PiscinaTask>()
  return (task) => {
    let described = known.get(task)
    if (described === undefined) known.set(task, (described = descriptionOf(task, filename, name)))
    return described
  }
}

function descriptionOf(task: QueuedTask, filename: string | null, name: string): PiscinaTask {
  const { value } = task
  const [first, second] = (task.name ?? name).split(LOADED_ELSEWHERE) as [string, string?]
  return {
    taskId: lastId++,
    filename: second === undefined ? (filename ?? '') : pathOf(first),
    name: second ?? first,
    created: now(),
    isAbortable: task.stopWatching !== undefined,
    task: value,
    [queueOptionsSymbol]: (value as Partial<PiscinaTask> | null | undefined)?.[queueOptionsSymbol] ?? null,
  }
}
