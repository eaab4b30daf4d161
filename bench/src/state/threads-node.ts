/** Threads of Node, as the state suite needs them. The page's twin of this file is ./threads-browser.ts. */

import { getHeapStatistics } from 'node:v8'
import { type MessagePort, receiveMessageOnPort as takeNatively, Worker } from 'node:worker_threads'
import type { Inbox, ThreadMicros } from './threads.ts'

export { MessageChannel } from 'node:worker_threads'
export { attach, createChannel, receiveMessageOnPort } from '@slipring/worker'

/** The thread that computes. */
export function startWriter(): Worker {
  return new Worker(new URL('worker.ts', import.meta.url))
}

/** The messages of a native port. They are read where they are taken, and at no other time. */
export function inboxOf(port: MessagePort): Inbox {
  return { take: () => takeNatively(port), outsideMicros: () => 0 }
}

/** Processor time of both threads so far, in microseconds. */
export function threadMicros(): Promise<ThreadMicros> {
  return Promise.resolve({ reader: ownMicros(), writer: 0 })
}

/** That of the thread that computes, as it tells it itself: no thread of Node can ask for that of another. */
export function writerMicros(): number {
  return ownMicros()
}

function ownMicros(): number {
  const { threadCpuUsage } = process as { threadCpuUsage?(): { user: number; system: number } }
  if (threadCpuUsage === undefined)
    throw new Error('The suite state needs Node 24: only that tells the processor time of a thread')
  const { user, system } = threadCpuUsage.call(process)
  return user + system
}

/** Bytes of the objects and buffers of this thread; undefined where nobody tells. */
export function usedBytes(): number | undefined {
  const { used_heap_size: objects, external_memory: buffers } = getHeapStatistics()
  return objects + buffers
}
