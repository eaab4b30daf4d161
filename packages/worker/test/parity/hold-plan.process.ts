/** Follows a plan on one port of a pair, native or ours, and prints whether that port holds the process. */

import { MessageChannel } from 'node:worker_threads'
import { MessageChannel as OurChannel } from '@slipring/worker'
import { follow } from './hold-plans.ts'
import { tellOfHold } from './tell-of-hold.ts'

const [kind, plan] = process.argv.slice(2)
const { port1 } = new (kind === 'native' ? MessageChannel : OurChannel)()
follow(port1, JSON.parse(plan!))
tellOfHold((isHeld) => {
  console.log(isHeld)
  process.exit()
})
