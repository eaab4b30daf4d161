/**
 * Exchanges messages with short texts that were cut out of long ones, and prints how many, and the most MiB that the process
 * had resident.
 * Arguments: which side sends them, `main` or `worker`; how many long texts; characters of each.
 */

import { Worker } from '@slipring/worker'
import { cutMessage } from './cut-texts.ts'

const [sender, countText, lengthText] = process.argv.slice(2)
const count = Number(countText)
const length = Number(lengthText)

const worker = new Worker(new URL('cut-texts.worker.ts', import.meta.url), { workerData: { sender, count, length } })
let most = 0
let answers = 0
let received = 0
const sendNext = (): void => worker.postMessage(cutMessage(answers, length))

worker.on('message', (message: { readonly id: number; readonly name?: string }) => {
  most = Math.max(most, process.memoryUsage.rss())
  if (sender === 'main') {
    if (++answers < count) sendNext()
    else finish()
    return
  }
  if (message.name?.length !== 64) throw new Error(`${String(message.name)} is no text of 64 characters`)
  received++
  if (received < count) worker.postMessage(null)
  else finish()
})
if (sender === 'main') sendNext()

function finish(): void {
  console.log(`${count} exchanged, ${Math.round(most / 2 ** 20)} MiB resident`)
  void worker.terminate()
}
