/** Posts what cannot be read between numbers that can, `gapMs` apart, and tells of what it gets itself. */

import { setTimeout } from 'node:timers/promises'
import { parentPort, workerData } from '@slipring/worker'
import { unreadable } from './unreadable-messages.ts'

const port = parentPort!
port.on('messageerror', () => port.postMessage('error'))
port.on('message', (message) => port.postMessage(message))
for (const number of [1, 2, 3]) {
  port.postMessage(number)
  await setTimeout(workerData.gapMs)
  port.postMessage(unreadable())
  await setTimeout(workerData.gapMs)
}
port.postMessage('ready')
