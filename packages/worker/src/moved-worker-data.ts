/** Ports of ours in the workerData of a `Worker` that is being made. */

import type { WorkerOptions } from 'node:worker_threads'
import { moveData, type MovingData } from '@slipring/core'

interface MovedWorkerData extends Partial<Pick<MovingData, 'passports'>>, Pick<MovingData, 'settle'> {
  /** In the place of what was given. */
  readonly options: Pick<WorkerOptions, 'workerData' | 'transferList'>
}

const ignore = (): void => {}
const NOTHING: MovedWorkerData = { options: {}, settle: ignore }

/** Throws `DataCloneError` for a port that cannot move. `settle` is to be called in the same task. */
export function moveWorkerData({ workerData, transferList }: WorkerOptions): MovedWorkerData {
  const moving = Array.isArray(transferList) ? moveData(workerData, transferList as object[]) : undefined
  if (moving === undefined) return NOTHING
  const { value, transfer, passports, settle } = moving
  return { options: { workerData: value, transferList: transfer as never }, passports, settle }
}
