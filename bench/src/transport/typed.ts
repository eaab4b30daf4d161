/** A transport over a typed channel; what is no value of the workload goes as a message beside it. */

import { parentPort, Worker } from '#slipring'
import { workerArguments, workerTask } from '#threads'
import { type ChannelSchema, channelOf } from '@slipring/core/channel'
import { bytes, struct } from '@slipring/core/schema'
import { schemaNamed } from '../schema/schemas.ts'
import type { WorkerTask } from '../threads/line.ts'
import { END } from './peer.ts'
import { sharedLineTo } from './shared-line.ts'
import type { Transport } from './transport.ts'

/** A view of a record. */
export interface RecordLike {
  copy(): unknown
}

interface Ticker {
  readonly last: number
  readonly bid: number
  readonly ask: number
}

interface Book {
  readonly bids: Iterable<{ readonly p: number; readonly q: number }>
  readonly asks: Iterable<{ readonly p: number; readonly q: number }>
}

interface Bytes {
  readonly bytes: Uint8Array
}

type Tick = Iterable<{ readonly position: { readonly x: number; readonly y: number } }>

const LOOKS: Readonly<Record<string, (record: never) => number>> = {
  Ticker: ({ last, bid, ask }: Ticker) => last + bid + ask,
  Book: ({ bids, asks }: Book) => depthOf(bids) + depthOf(asks),
  'tick 1000': (entities: Tick) => {
    let sum = 0
    for (const { position } of entities) sum += position.x + position.y
    return sum
  },
  'bytes 64K': endsOf,
  'bytes 1M': endsOf,
}

/** Bytes are a field of a record: only such a view reads them in place. */
const BYTES = struct({ bytes })

/** Reads what a program might: every level of a book, the position of every entity; of bytes, as a lease, only the ends. */
export function lookAt(workload: string, record: unknown): number {
  return LOOKS[workload]!(record as never)
}

/** `read`: what the receiving thread makes of a record; `onEnd`: a series has ended. */
export function typedTransport(
  read: (record: RecordLike, task: WorkerTask) => unknown,
  onEnd: () => void = () => {},
): Transport {
  return {
    connect(task) {
      const worker = new Worker(...workerArguments(task))
      const channel = worker.port.channel(channelFor(task.workload))
      const line = sharedLineTo(worker)
      return {
        ...line,
        post: (value) =>
          value === END || typeof value === 'number' ? worker.postMessage(value) : channel.send(recordOf(value)),
        receive(handler) {
          line.receive((value) => {
            handler(value)
            onEnd()
          })
          channel.onrecord = (record: RecordLike) => handler(read(record, task))
        },
      }
    },
    serve(peer) {
      const port = parentPort!
      const channel = port.channel(channelFor(workerTask.workload))
      const answer = (reply: unknown): void => {
        if (workerTask.role === 'echo' && reply !== undefined) channel.send(recordOf(reply))
        else if (reply !== undefined) port.postMessage(reply)
      }
      const post = (value: unknown): void => channel.send(recordOf(value))
      channel.onrecord = (record: RecordLike) => answer(peer(read(record, workerTask), post))
      port.onmessage = ({ data }: { data: unknown }) => {
        answer(peer(data, post))
        onEnd()
      }
    },
  }
}

function channelFor(workload: string): ChannelSchema<any, any> {
  return channelOf(workload.startsWith('bytes') ? BYTES : schemaNamed(workload))
}

function recordOf(value: unknown): unknown {
  return value instanceof Uint8Array ? { bytes: value } : value
}

/** The value that was sent, in memory of its own. */
export function valueOf(record: RecordLike): unknown {
  const copy = record.copy()
  return copy instanceof Object && 'bytes' in copy ? copy.bytes : copy
}

function endsOf(record: Bytes): number {
  const all = record.bytes
  return all[0]! + all[all.length - 1]!
}

function depthOf(levels: Book['bids']): number {
  let sum = 0
  for (const { p, q } of levels) sum += p * q
  return sum
}
