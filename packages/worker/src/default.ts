/** The default export, as of `node:worker_threads`: all of its names, some of them ours. */

import platform from 'node:worker_threads'
import { MessageChannel as OurChannel, MessagePort as OurPort } from './message-channel.ts'
import { parentPort } from './parent-port.ts'
import { receiveMessageOnPort } from './receive.ts'
import { markAsUntransferable, moveMessagePortToContext, postMessageToThread } from './taking-ports.ts'
import { workerData } from './worker-data.ts'
import { Worker as OurWorker, type WorkerOptions as OurWorkerOptions } from './worker.ts'

type Ours = {
  Worker: typeof OurWorker
  MessageChannel: typeof OurChannel
  MessagePort: typeof OurPort
  parentPort: typeof parentPort
  receiveMessageOnPort: typeof receiveMessageOnPort
}

const threads: Omit<typeof platform, keyof Ours> & Ours = {
  ...platform,
  Worker: OurWorker,
  MessageChannel: OurChannel,
  MessagePort: OurPort,
  parentPort,
  receiveMessageOnPort,
  workerData,
  markAsUntransferable,
  moveMessagePortToContext,
  ...(postMessageToThread !== undefined && { postMessageToThread }),
}

// For `threads.Worker` as a type. Those that every version of the platform's types has: a name that one lacks would be an
// error in its program.
declare namespace threads {
  type BroadcastChannel = platform.BroadcastChannel
  type MessageChannel = OurChannel
  type MessagePort = OurPort
  type ResourceLimits = platform.ResourceLimits
  type Serializable = platform.Serializable
  type TransferListItem = NonNullable<NonNullable<Parameters<typeof structuredClone>[1]>['transfer']>[number]
  type Worker = OurWorker
  type WorkerOptions = OurWorkerOptions
  type WorkerPerformance = platform.WorkerPerformance
}

export default threads
