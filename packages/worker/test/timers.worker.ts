/** Posts at full speed, or listens and says how late its timer was. */

import { workerData } from 'node:worker_threads'
import { attach, type Offer, type PortOptions } from '@slipring/worker'
import { flood, latenessUnder } from './lateness.ts'

const { offer, ms, options } = workerData as { offer: Offer; ms: number; options: PortOptions }
const port = attach(offer, options)
if (ms > 0) await flood(port, ms)
else port.postMessage(await latenessUnder(port))
