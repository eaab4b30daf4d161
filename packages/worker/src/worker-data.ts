/** `workerData`. Ports of Slipring in it are ports of Slipring here, too. */

import { openData } from '@slipring/core'
import { nativeWorkerData } from './native.ts'
import { portMaker } from './node-port.ts'
import { passports } from './parent-port.ts'

export const workerData: any =
  passports === undefined ? nativeWorkerData : openData(nativeWorkerData, passports, portMaker)
