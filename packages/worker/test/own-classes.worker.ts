/** Sends every message back, with what it saw of it. */

import { workerData } from 'node:worker_threads'
import { accept, parentPort } from '@slipring/worker'
import { CODEC, Invoice, Money, tooHeavy } from './own-classes.ts'

const { how = 'parentPort', delayMs = 0 } = (workerData ?? {}) as { how?: string; delayMs?: number }
const isDropIn = how === 'parentPort' || how === 'tooHeavy'
if (isDropIn) parentPort!.useCodec(CODEC)
const port = isDropIn ? parentPort! : await accept(how === 'nothing' ? {} : { codec: CODEC })

if (how === 'tooHeavy') for (const message of ['before', tooHeavy(), 'after']) port.postMessage(message)
port.on('messageerror', (error) => port.postMessage({ error: error.message }))
setTimeout(() => port.on('message', (message) => port.postMessage({ message, seen: nameOf(message) })), delayMs)

function nameOf(message: unknown): string {
  if (message instanceof Money) return `Money ${message.cents}`
  if (message instanceof Invoice) return `Invoice of ${message.size}`
  if (Buffer.isBuffer(message)) return `Buffer ${message.toString()}`
  return typeof message
}
