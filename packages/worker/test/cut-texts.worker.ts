/** The other side of `cut-texts.process.ts`. */

import { parentPort, workerData } from '@slipring/worker'
import { cutMessage } from './cut-texts.ts'

const { sender, length } = workerData as { readonly sender: string; readonly length: number }
let sent = 0

if (sender === 'worker') {
  parentPort!.on('message', () => parentPort!.postMessage(cutMessage(sent++, length)))
  parentPort!.postMessage(cutMessage(sent++, length))
} else parentPort!.on('message', ({ id }: { readonly id: number }) => parentPort!.postMessage({ id }))
