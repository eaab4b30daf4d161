/** The names that a pool and its servers agree on: subjects, the stream and its consumer. */

import { shown } from '@slipring/core'

/** The queue group of the servers: each task goes to one of them. */
export const QUEUE_GROUP = 'slipring'

/** Of a message to the stream: where its result goes. The reply subject of such a message is the stream's own. */
export const REPLY_HEADER = 'Slipring-Reply'
/** The value is larger than a message may be: where its pieces are, and how many bytes it has. */
export const LARGE_HEADER = 'Slipring-Large'
/** The value is larger than a message may be: where its pieces are in the stream. */
export const STORED_HEADER = 'Slipring-Stored'
/** Of a task: the milliseconds that its run may take. */
export const TIMEOUT_HEADER = 'Slipring-Timeout'
/** Of a task: how often it was sent, from the second time on. */
export const ATTEMPT_HEADER = 'Slipring-Attempt'
/** Of a task: its key. A number as JavaScript writes it, a text as JSON. */
export const KEY_HEADER = 'Slipring-Key'
/** Of a task: its priority, where it is not 0. */
export const PRIORITY_HEADER = 'Slipring-Priority'
/** Of a task: its values are streamed. How many the pool takes at first, and after how many silent milliseconds it is gone. */
export const STREAM_HEADER = 'Slipring-Stream'
/** The body is one value of a stream: its number from 0, and the server that it comes from. */
export const PART_HEADER = 'Slipring-Part'
/** The body is an error: of this attempt. */
export const FAILED_HEADER = 'Slipring-Failed'

/** The last part of a pool's inbox to which servers tell of themselves; all others are numbers of tasks. */
export const PONG = 'pong'

// A part of a subject as NATS allows it, without its wildcards.
const TOKEN = /^[^\s.*>]+$/

export interface Subjects {
  readonly base: string
  /** Servers of all versions answer with what they are and which tasks they have. */
  readonly ping: string
  /** Servers of all versions cancel the task whose reply subject is the body. */
  readonly cancel: string
  /** Of one server: how many values of a stream the pool takes by now, and the reply subject: `ask.<server>`. */
  readonly ask: string
  /** At most once, on a server of choice: `at.<server>.<version>.<function>`. */
  readonly at: string
  readonly version: string
  /** At most once: `run.<version>.<function>`. */
  readonly run: string
  /** Durable: `task.<version>.<function>`. */
  readonly task: string
  /** Durable, of a priority above 0: `task.<version>.urgent.<function>`. */
  readonly urgent: string
  /** Pieces of large tasks, in the stream, too: `piece.<task>`. */
  readonly piece: string
  readonly stream: string
  readonly consumer: string
  readonly urgentConsumer: string
}

/** `version`: of the schemas. Tasks of another version have other subjects, so no server of this one gets them. */
export function subjectsOf(base: unknown, version: number): Subjects {
  if (typeof base !== 'string' || !base.split('.').every((token) => TOKEN.test(token)))
    throw new TypeError(`Cannot use subject ${shown(base)}: use words with dots between them, such as "jobs.flights"`)
  const token = version.toString(36)
  return {
    base,
    ping: `${base}.ping`,
    cancel: `${base}.cancel`,
    ask: `${base}.ask`,
    at: `${base}.at`,
    version: token,
    run: `${base}.run.${token}`,
    task: `${base}.task.${token}`,
    urgent: `${base}.task.${token}.urgent`,
    piece: `${base}.piece`,
    // A stream's name has no dots; "=" is allowed there, and unusual in a subject.
    stream: `slipring=${base.replaceAll('.', '=')}`,
    consumer: `servers-${token}`,
    urgentConsumer: `servers-${token}-urgent`,
  }
}

/** The name of a function is a part of a subject. */
export function requireFunctionName(name: string): void {
  if (!TOKEN.test(name))
    throw new TypeError(`Cannot run ${shown(name)} elsewhere: the name of a function has no space, dot, "*" or ">"`)
}

/** The last part of a subject. */
export function lastToken(subject: string): string {
  return subject.slice(subject.lastIndexOf('.') + 1)
}

/** A reply subject without its number: the inbox of a pool. */
export function inboxOf(reply: string): string {
  return reply.slice(0, reply.lastIndexOf('.'))
}
