/** The stream of durable tasks: how it is made, and the calls of JetStream that the pool and its servers share. */

import { type JetStreamClient, type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import type { Line } from './line.ts'
import { PIECE_BYTES } from './large.ts'
import type { Subjects } from './subjects.ts'
import { pause } from './timers.ts'

/** Pieces that are stored or read at a time. */
const PIECES_AT_A_TIME = 4
/** A call that failed because the server was away is made again after this time. */
const AGAIN_MS = 250

export interface TaskStream {
  readonly manager: JetStreamManager
  readonly client: JetStreamClient
}

/** Opens the stream of a subject, and makes it where it is not there. Waits for a server that is away. */
export async function openStream(line: Line, subjects: Subjects): Promise<TaskStream> {
  const manager = await untilThere(line, () => jetstreamManager(line.connection), isAway)
  await requireStream(manager, subjects)
  return { manager, client: manager.jetstream() }
}

/** A stream that is there already stays as it is: its replicas and limits are the administrator's. */
async function requireStream({ streams }: JetStreamManager, { base, stream }: Subjects): Promise<void> {
  const { config } = await streams.info(stream).catch(async (error: unknown) => {
    if (!isMissing(error)) throw error
    return streams.add({
      name: stream,
      subjects: [`${base}.task.>`, `${base}.piece.*`],
      retention: 'workqueue',
      storage: 'file',
      // A full stream refuses tasks; by default it would drop the oldest.
      discard: 'new',
      allow_direct: true,
    })
  })
  if (config.retention !== 'workqueue' || !config.allow_direct)
    throw new TypeError(`Cannot use stream "${stream}": it needs retention "workqueue" and allow_direct`)
}

/** Makes a call again until it gets an answer. Rejects with errors that another attempt would not change. */
export async function untilThere<Result>(
  line: Line,
  call: () => Promise<Result>,
  mayRepeat: (error: unknown) => boolean,
): Promise<Result> {
  for (;;) {
    try {
      return await line.attempt(call)
    } catch (error) {
      if (isForbidden(error) || !mayRepeat(error)) throw error
    }
    await pause(AGAIN_MS)
  }
}

/** There is no permission for it. The client gives it the same name as an answer that did not come. */
function isForbidden(error: unknown): boolean {
  return ((error as Error).cause as Error | undefined)?.name === 'PermissionViolationError'
}

// By name: two copies of the client in one program have different classes.
const AWAY = new Set(['TimeoutError', 'RequestError', 'InterruptedError'])

/** Of the API of JetStream. A full stream has the same status, and another code. */
const TEMPORARILY_UNAVAILABLE = 10_008

/** Nothing came back: the server is away, or was while the call was made. */
function isAway(error: unknown): boolean {
  const { name, message } = error as Error
  return AWAY.has(name) && !message.includes('no responders')
}

/** As `isAway`, and also when JetStream itself starts: for calls after one that it has answered. */
export function isStarting(error: unknown): boolean {
  const { name, code } = error as Error & { code?: number }
  return AWAY.has(name) || name === 'JetStreamNotEnabled' || code === TEMPORARILY_UNAVAILABLE
}

/** There is no such stream, consumer or message. */
function isMissing(error: unknown): boolean {
  return (error as { status?: number }).status === 404
}

/** Stores a value beside the tasks. Returns what a server needs to read it, for a header. */
export async function storePieces(
  line: Line,
  client: JetStreamClient,
  subject: string,
  bytes: Uint8Array,
): Promise<string> {
  const size = Math.min(PIECE_BYTES, line.maxPayload)
  const sequences: number[] = Array.from({ length: Math.ceil(bytes.length / size) })
  await inLanes(sequences.length, async (index) => {
    const piece = bytes.subarray(index * size, (index + 1) * size)
    const options = { msgID: `${subject} ${index}` }
    const stored = await untilThere(line, () => client.publish(subject, piece, options), isStarting)
    sequences[index] = stored.seq
  })
  return `${bytes.length} ${size} ${sequences.join(',')}`
}

export async function readPieces(
  line: Line,
  manager: JetStreamManager,
  stream: string,
  place: string,
): Promise<Uint8Array> {
  const [length, size, list = ''] = place.split(' ')
  const bytes = new Uint8Array(Number(length))
  const sequences = list.split(',').map(Number)
  await inLanes(sequences.length, async (index) => {
    const query = { seq: sequences[index]! }
    const piece = await untilThere(line, () => manager.direct.getMessage(stream, query), isStarting)
    if (piece === null)
      throw new Error(`Cannot read the task: piece ${index} of ${sequences.length} is not in "${stream}"`)
    bytes.set(piece.data, index * Number(size))
  })
  return bytes
}

/** After a failure nothing more is begun. Rejects when nothing is under way any more. */
async function inLanes(count: number, act: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const lane = async (): Promise<void> => {
    try {
      while (next < count) await act(next++)
    } catch (error) {
      next = count
      throw error
    }
  }
  const lanes = Array.from({ length: PIECES_AT_A_TIME }, lane)
  await Promise.allSettled(lanes)
  await Promise.all(lanes)
}
