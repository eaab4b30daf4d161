/** Follows plans on its `parentPort`. One plan alone: tells by its exit code whether the port held the thread. */

import { parentPort as native, workerData } from 'node:worker_threads'
import { parentPort as ours } from '@slipring/worker'
import { follow, forget } from './hold-plans.ts'
import { tellOfHold } from './tell-of-hold.ts'

const { kind, plans, plan, results } = workerData
const port = kind === 'native' ? native : ours

if (plan !== undefined) {
  follow(port, plan)
  tellOfHold((isHeld) => process.exit(isHeld ? 1 : 0))
} else {
  results.postMessage(
    plans.map((each: never) => {
      const held = follow(port, each)
      forget(port)
      return held
    }),
  )
  process.exit()
}
