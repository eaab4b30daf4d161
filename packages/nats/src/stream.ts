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
  readonly name: string
  readonly manager: JetStreamManager
  readonly client: JetStreamClient
}

/** Opens the stream of a subject, and makes it where it is not there. Waits for a server that is away. */
export async function openStream(line: Line, subjects: Subjects): Promise<TaskStream> {
  const manager = await untilThere(line, () => jetstreamManager(line.connection), isAway)
  await requireStream(manager, subjects)
  return { name: subjects.stream, manager, client: manager.jetstream() }
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
  mayRepeat: (error: unknown) => boolean | Promise<boolean>,
): Promise<Result> {
  for (;;) {
    try {
      return await line.attempt(call)
    } catch (error) {
      if (isForbidden(error) || !(await mayRepeat(error))) throw error
    }
    await pause(AGAIN_MS)
  }
}

/** As `untilThere`, for a call to a stream that was opened. Rejects also when the stream was deleted. */
export async function askStream<Result>(line: Line, stream: TaskStream, call: () => Promise<Result>): Promise<Result> {
  try {
    return await untilThere(line, call, (error) => isStarting(error) && mayCome(line, stream))
  } catch (error) {
    if (!isDeleted(error)) throw error
    const remedy = 'make another pool, which makes the stream again, and run the task there'
    throw new Error(`Cannot keep the task: its stream "${stream.name}" was deleted; ${remedy}`, { cause: error })
  }
}

/** Nobody answers for a stream while JetStream starts, nor once it was deleted. JetStream itself knows which it is. */
async function mayCome(line: Line, { name, manager }: TaskStream): Promise<true> {
  try {
    await line.attempt(() => manager.streams.info(name))
  } catch (error) {
    if (isDeleted(error)) throw error
  }
  return true
}

function isDeleted(error: unknown): boolean {
  return (error as { code?: number }).code === NO_STREAM
}

/** There is no permission for it. The client gives it the same name as an answer that did not come. */
function isForbidden(error: unknown): boolean {
  return ((error as Error).cause as Error | undefined)?.name === 'PermissionViolationError'
}

// By name: two copies of the client in one program have different classes.
const AWAY = new Set(['TimeoutError', 'RequestError', 'InterruptedError'])

/** Of the API of JetStream. A full stream has the same status, and another code. */
const TEMPORARILY_UNAVAILABLE = 10_008
/** Of the API of JetStream, too. A consumer or a message that is missing has another code. */
const NO_STREAM = 10_059

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
export async function storePieces(line: Line, stream: TaskStream, subject: string, bytes: Uint8Array): Promise<string> {
  const size = Math.min(PIECE_BYTES, line.maxPayload)
  const sequences: number[] = Array.from({ length: Math.ceil(bytes.length / size) })
  await inLanes(sequences.length, async (index) => {
    const piece = bytes.subarray(index * size, (index + 1) * size)
    const options = { msgID: `${subject} ${index}` }
    const stored = await askStream(line, stream, () => stream.client.publish(subject, piece, options))
    sequences[index] = stored.seq
  })
  return `${bytes.length} ${size} ${sequences.join(',')}`
}

export async function readPieces(line: Line, stream: TaskStream, place: string): Promise<Uint8Array> {
  const [length, size, list = ''] = place.split(' ')
  const bytes = new Uint8Array(Number(length))
  const sequences = list.split(',').map(Number)
  await inLanes(sequences.length, async (index) => {
    const query = { seq: sequences[index]! }
    const piece = await askStream(line, stream, () => stream.manager.direct.getMessage(stream.name, query))
    if (piece === null)
      throw new Error(`Cannot read the task: piece ${index} of ${sequences.length} is not in "${stream.name}"`)
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
