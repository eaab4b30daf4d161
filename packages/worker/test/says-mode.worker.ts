/** Says how its messages travel. */

import { parentPort } from '@slipring/worker'

parentPort!.postMessage(parentPort!.mode)
