/** `workerData`, in which ports of ours are ports of ours again. */

import { openData } from '@slipring/core'
import { nativeWorkerData } from './native.ts'
import { portMaker } from './node-port.ts'
import { passports } from './parent-port.ts'

export const workerData: any =
  passports === undefined ? nativeWorkerData : openData(nativeWorkerData, passports, portMaker)
