/** Ports of ours in the workerData of a `Worker` that is being made. */

import type { WorkerOptions } from 'node:worker_threads'
import { moveData, type MovingData } from '@slipring/core'

interface MovedWorkerData extends Partial<Pick<MovingData, 'passports'>>, Pick<MovingData, 'done' | 'undo'> {
  /** In the place of what was given. */
  readonly options: Pick<WorkerOptions, 'workerData' | 'transferList'>
}

const ignore = (): void => {}
const NOTHING: MovedWorkerData = { options: {}, done: ignore, undo: ignore }

/** Throws `DataCloneError` for a port that cannot move. Once there is a worker `done` is to be called, else `undo`. */
export function moveWorkerData({ workerData, transferList }: WorkerOptions): MovedWorkerData {
  const moving = Array.isArray(transferList) ? moveData(workerData, transferList as object[]) : undefined
  if (moving === undefined) return NOTHING
  const { value, transfer, passports, done, undo } = moving
  return { options: { workerData: value, transferList: transfer as never }, passports, done, undo }
}
