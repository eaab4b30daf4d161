/** Posts by both ports, and what cannot be read by the native one, which the other side cannot tell from ours. */

import { parentPort as native } from 'node:worker_threads'
import { parentPort } from '@slipring/worker'
import { unreadable } from './unreadable-messages.ts'

parentPort!.on('message', (count: number) => {
  for (let number = 0; number < count; number++) parentPort!.postMessage(number)
  native!.postMessage(unreadable())
  for (let number = 0; number < count; number++) parentPort!.postMessage(number)
  parentPort!.postMessage('done')
})
