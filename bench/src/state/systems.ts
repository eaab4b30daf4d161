/** Both halves of every way in which a world gets from the thread that computes it to the one that draws it. */

import type { MessagePort } from 'node:worker_threads'
import { attach, inboxOf, receiveMessageOnPort } from '#state-threads'
import { channelOf } from '@slipring/core/channel'
import { attachState, createState, type StateOffer } from '@slipring/core/state'
import type { NodePort, Offer } from '@slipring/worker'
import { Asked, askedWriter, type Reader, type Seen, type Writer } from './asked.ts'
import type { Inbox } from './threads.ts'
import {
  emptyWorld,
  type Objects,
  step,
  stepTable,
  sumOf,
  tableOf,
  toObjects,
  type World,
  type WorldSchema,
  worldOf,
} from './world.ts'

/** The first message to the writer's thread, with its ports in `transfer`. */
export interface Opening {
  readonly native: MessagePort
  readonly rings: Offer
}

interface Ends {
  readonly native: MessagePort
  readonly rings: NodePort
}

export interface StateSystem {
  readonly name: string
  /** In the thread that draws. The writer's offer comes before. */
  read(workload: string, ends: Ends, offer: StateOffer | undefined): Reader
  /** In the thread that computes. */
  write(workload: string, ends: Ends): { readonly writer: Writer; readonly offer?: StateOffer }
}

export function endsOf({ native, rings }: Opening): Ends {
  return { native, rings: attach(rings) }
}

/** Columns of a state. */
const stateSystem = (name: string, mode?: 'copied'): StateSystem => ({
  name,
  read(workload, _ends, offer) {
    const reader = attachState(worldOf(workload).schema, offer!)
    return {
      frame() {
        if (!reader.hasNewer) return undefined
        const { time, entities } = reader.latest()!
        return { time, x: entities.x[0]! }
      },
      close: () => reader.close(),
    }
  },
  write(workload) {
    const { writer, offer } = createState(worldOf(workload).schema, { mode })
    return { writer: { step: () => writer.update(step) }, offer }
  },
})

/** A table of which a hundred rows change in a step. `isEager`: all rows are read in each frame, and else those alone. */
function tableSystem(name: string, isEager: boolean): StateSystem {
  return {
    name,
    read(workload, _ends, offer) {
      const reader = attachState(tableOf(workload).schema, offer!)
      let seen = 0
      return {
        frame() {
          if (!reader.hasNewer) return undefined
          const { time, rows } = reader.latest()!
          const x = sumOf(rows.columns, isEager ? rows : rows.changes(seen))
          seen = rows.clock
          return { time, x }
        },
        close: () => reader.close(),
      }
    },
    write(workload) {
      const { schema, entities } = tableOf(workload)
      const { writer, offer } = createState(schema)
      return { writer: { step: () => writer.update((world) => stepTable(world, entities)) }, offer }
    },
  }
}

const seenIn = ({ time, entities }: Objects): Seen => ({ time, x: entities[0]!.x })
const seenInColumns = ({ time, entities }: Pick<World, 'time' | 'entities'>): Seen => ({ time, x: entities.x[0]! })

class Objectwise extends Asked {
  readonly #port: MessagePort | NodePort
  readonly #inbox: Inbox

  constructor(port: MessagePort | NodePort, inbox: Inbox) {
    super()
    this.#port = port
    this.#inbox = inbox
  }

  protected ask(): void {
    this.#port.postMessage('take')
  }

  protected receive(): Seen | undefined {
    const received = this.#inbox.take()
    return received === undefined ? undefined : seenIn(received.message as Objects)
  }

  outsideMicros(): number {
    return this.#inbox.outsideMicros()
  }

  close(): void {
    this.#port.close()
  }
}

const objects: StateSystem = {
  name: 'objects',
  read: (_workload, { native }) => new Objectwise(native, inboxOf(native)),
  write: (workload, { native }) => ({
    writer: askedWriter(workload, native, (world) => native.postMessage(toObjects(world))),
  }),
}

const port: StateSystem = {
  name: 'port',
  read: (_workload, { rings }) =>
    new Objectwise(rings, { take: () => receiveMessageOnPort(rings), outsideMicros: () => 0 }),
  write: (workload, { rings }) => ({
    writer: askedWriter(workload, rings, (world) => rings.postMessage(toObjects(world))),
  }),
}

class Bufferwise extends Asked {
  readonly #native: MessagePort
  readonly #inbox: Inbox
  readonly #viewer: ReturnType<WorldSchema['viewer']>
  #buffer: ArrayBuffer | undefined

  constructor(workload: string, native: MessagePort) {
    super()
    this.#native = native
    this.#inbox = inboxOf(native)
    this.#viewer = worldOf(workload).schema.viewer()
  }

  protected ask(): void {
    const buffer = this.#buffer
    this.#buffer = undefined
    this.#native.postMessage(buffer ?? 'take', buffer === undefined ? [] : [buffer])
  }

  protected receive(): Seen | undefined {
    const received = this.#inbox.take()
    if (received === undefined) return undefined
    const buffer = received.message as ArrayBuffer
    this.#buffer = buffer
    return seenInColumns(this.#viewer.at(new Uint8Array(buffer), 0, buffer.byteLength))
  }

  outsideMicros(): number {
    return this.#inbox.outsideMicros()
  }

  close(): void {
    this.#native.close()
  }
}

/** One buffer goes to and fro. */
const buffer: StateSystem = {
  name: 'buffer',
  read: (workload, { native }) => new Bufferwise(workload, native),
  write(workload, { native }) {
    const { schema, entities } = worldOf(workload)
    const byteLength = schema.encode(emptyWorld(entities)).length
    const send = (world: World, request: unknown): void => {
      const bytes = request instanceof ArrayBuffer ? request : new ArrayBuffer(byteLength)
      schema.encodeInto(world, new Uint8Array(bytes), 0)
      native.postMessage(bytes, [bytes])
    }
    return { writer: askedWriter(workload, native, send) }
  },
}

class Recordwise extends Asked {
  readonly #rings: NodePort
  #seen: Seen | undefined

  constructor(workload: string, rings: NodePort) {
    super()
    this.#rings = rings
    rings.channel(channelOf(worldOf(workload).schema)).onrecord = (world) => void (this.#seen = seenInColumns(world))
  }

  protected ask(): void {
    this.#rings.postMessage('take')
  }

  protected receive(): Seen | undefined {
    const seen = this.#seen
    this.#seen = undefined
    return seen
  }

  close(): void {
    this.#rings.close()
  }
}

const channel: StateSystem = {
  name: 'channel',
  read: (workload, { rings }) => new Recordwise(workload, rings),
  write(workload, { rings }) {
    const records = rings.channel(channelOf(worldOf(workload).schema))
    return { writer: askedWriter(workload, rings, (world) => records.send(world)) }
  },
}

/** The timers alone, which all others have too. */
const nothing: StateSystem = {
  name: 'timers alone',
  read: () => ({ frame: () => undefined, close: () => {} }),
  write(workload) {
    const world = emptyWorld(worldOf(workload).entities)
    return { writer: { step: () => step(world) } }
  },
}

export const stateSystems: readonly StateSystem[] = [
  objects,
  port,
  buffer,
  channel,
  stateSystem('state'),
  stateSystem('copied', 'copied'),
  tableSystem('table', true),
  tableSystem('changes', false),
  nothing,
]

export function stateSystemNamed(name: string): StateSystem {
  const system = stateSystems.find((one) => one.name === name)
  if (system === undefined) throw new Error(`No system is named ${name}`)
  return system
}
