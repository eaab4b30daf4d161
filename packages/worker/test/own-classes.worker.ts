/** Sends every message back, with what it saw of it. */

import { workerData } from 'node:worker_threads'
import { accept, parentPort } from '@slipring/worker'
import { CODEC, Invoice, Money } from './own-classes.ts'

const { how = 'parentPort', delayMs = 0 } = (workerData ?? {}) as { how?: string; delayMs?: number }
if (how === 'parentPort') parentPort!.useCodec(CODEC)
const port = how === 'parentPort' ? parentPort! : await accept(how === 'nothing' ? {} : { codec: CODEC })

port.on('messageerror', (error) => port.postMessage({ error: error.message }))
setTimeout(() => port.on('message', (message) => port.postMessage({ message, seen: nameOf(message) })), delayMs)

function nameOf(message: unknown): string {
  if (message instanceof Money) return `Money ${message.cents}`
  if (message instanceof Invoice) return `Invoice of ${message.size}`
  if (Buffer.isBuffer(message)) return `Buffer ${message.toString()}`
  return typeof message
}
