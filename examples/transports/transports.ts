/** The page's half of every transport: gives what is to be drawn in this frame. */

import { type BrowserPort, receiveMessageOnPort, type Worker } from '@slipring/browser'
import { channelOf } from '@slipring/core/channel'
import { attachState, type StateReader } from '@slipring/core/state'
import type { Timed, WorldKind } from './kind.ts'
import type { Take, TransportName } from './messages.ts'
import { Copying, type Cost } from './meter.ts'

export interface Frame<C> {
  /** Counts the worlds that the page has got. */
  version: number
  /** Drawn as they are. */
  columns: C
  /** How far the way from the world before to this one is gone: 0 to 1. */
  fraction: number
  /** How old the newest world is, in milliseconds. */
  age: number
}

export interface Transport<C> {
  /** Of the world, if it comes by a state. */
  readonly reader?: StateReader<any> | undefined
  /** The frame to draw at `now`, of `performance.now()`; undefined before the first world. */
  frame(now: number): Frame<C> | undefined
  /** The world of `frame` is on the graphics card: its memory is not needed any more. */
  drawn(): void
  close(): void
}

export interface TransportOptions<W extends Timed, V extends Timed, C, O extends Timed> {
  readonly kind: WorldKind<W, V, C, O>
  readonly name: TransportName
  readonly entities: number
  readonly run: number
  readonly worker: Worker
  readonly native: MessagePort
  readonly rings: BrowserPort
  /** Counts what is done outside of `frame`. */
  readonly cost: Cost
}

export function openTransport<W extends Timed, V extends Timed, C, O extends Timed>(
  options: TransportOptions<W, V, C, O>,
): Transport<C> {
  switch (options.name) {
    case 'state':
      return new StateTransport(options)
    case 'channel':
      return new ChannelTransport(options)
    case 'port':
      return new PortTransport(options)
    case 'objects':
      return new ObjectTransport(options)
    case 'buffer':
      return new BufferTransport(options)
  }
}

/** The whole of it: attach to the state, and ask it at every frame. */
class StateTransport<W extends Timed, V extends Timed, C, O extends Timed> implements Transport<C> {
  readonly #worker: Worker
  readonly #kind: WorldKind<W, V, C, O>
  readonly #frame: Frame<C>
  #reader: StateReader<V> | undefined
  #listener: (event: MessageEvent) => void

  constructor({ kind, worker, entities, run }: TransportOptions<W, V, C, O>) {
    this.#kind = kind
    this.#worker = worker
    this.#frame = { version: 0, columns: kind.columnsFor(0), fraction: 0, age: 0 }
    this.#listener = ({ data }) => {
      if (data.type === 'offer' && data.run === run) this.#reader = attachState(kind.schemaOf(entities), data.offer)
    }
    worker.addEventListener('message', this.#listener)
  }

  frame(now: number): Frame<C> | undefined {
    const reader = this.#reader
    const between = reader?.between(now)
    if (reader === undefined || between === undefined) return undefined
    const frame = this.#frame
    frame.version = reader.version
    frame.columns = this.#kind.columnsIn(between.to)
    frame.fraction = between.fraction
    frame.age = now - reader.time
    return frame
  }

  get reader(): StateReader<V> | undefined {
    return this.#reader
  }

  drawn(): void {}

  close(): void {
    this.#worker.removeEventListener('message', this.#listener)
    this.#reader?.close()
  }
}

interface Received<C> extends Readonly<Timed> {
  readonly columns: C
}

const TAKE: Take = { type: 'take' }

/** For the transports that bring worlds by message: which one is new, and where the frame is between two of them. */
abstract class ByMessage<C> implements Transport<C> {
  readonly #frame: Frame<C>
  readonly #cost: Cost
  #from = 0
  #to = 0
  #interval = 0
  #isAsked = false

  /** `columns`: those of the first worlds. */
  constructor(cost: Cost, columns: C) {
    this.#cost = cost
    this.#frame = { version: 0, columns, fraction: 0, age: 0 }
  }

  protected abstract ask(): void
  abstract close(): void

  frame(now: number): Frame<C> | undefined {
    const frame = this.#frame
    if (frame.version === 0) return undefined
    const shared = now + performance.timeOrigin
    frame.age = shared - this.#to
    frame.fraction = Math.min(1, Math.max(0, (shared - this.#interval - this.#from) / (this.#to - this.#from || 1)))
    return frame
  }

  /** Asks for the next world: one at a time, so that none waits in a queue and grows old. */
  drawn(): void {
    if (this.#isAsked) return
    this.#isAsked = true
    this.ask()
  }

  /** Outside of `frame`, whose cost is counted anyway. */
  protected receive(world: () => Received<C>): void {
    this.#cost.of(() => this.take(world))
  }

  protected take(world: () => Received<C>): void {
    const { columns, time } = world()
    this.#isAsked = false
    const frame = this.#frame
    frame.version++
    frame.columns = columns
    this.#from = this.#to === 0 ? time : this.#to
    this.#to = time
    this.#interval += (Math.min(time - this.#from, 100) - this.#interval) * (this.#interval === 0 ? 1 : 0.1)
  }
}

/** Objects by the platform's `postMessage`. */
class ObjectTransport<W extends Timed, V extends Timed, C, O extends Timed> extends ByMessage<C> {
  readonly #native: MessagePort

  constructor({ kind, native, entities, cost }: TransportOptions<W, V, C, O>) {
    const columns = kind.columnsFor(entities)
    super(cost, columns)
    this.#native = native
    const copying = new Copying()
    // `data` is read inside: Chromium makes the objects only then.
    native.onmessage = (event: MessageEvent<O>) => {
      this.receive(() => unpack(kind, event.data, columns))
      cost.add(copying.before(event.data))
    }
  }

  protected ask(): void {
    this.#native.postMessage(TAKE)
  }

  close(): void {
    this.#native.close()
  }
}

/** The same objects by a port of Slipring, taken when the page draws. */
class PortTransport<W extends Timed, V extends Timed, C, O extends Timed> extends ByMessage<C> {
  readonly #rings: BrowserPort
  readonly #kind: WorldKind<W, V, C, O>
  readonly #columns: C

  constructor({ kind, rings, entities, cost }: TransportOptions<W, V, C, O>) {
    const columns = kind.columnsFor(entities)
    super(cost, columns)
    this.#kind = kind
    this.#rings = rings
    this.#columns = columns
  }

  override frame(now: number): Frame<C> | undefined {
    const received = receiveMessageOnPort(this.#rings)
    if (received !== undefined) this.take(() => unpack(this.#kind, received.message as O, this.#columns))
    return super.frame(now)
  }

  protected ask(): void {
    this.#rings.postMessage(TAKE)
  }

  close(): void {
    this.#rings.close()
  }
}

/** Objects cannot be drawn: their numbers are put into columns. */
function unpack<W extends Timed, V extends Timed, C, O extends Timed>(
  kind: WorldKind<W, V, C, O>,
  objects: O,
  columns: C,
): Received<C> {
  kind.fromObjects(objects, columns)
  return { columns, time: objects.time }
}

class BufferTransport<W extends Timed, V extends Timed, C, O extends Timed> extends ByMessage<C> {
  readonly #native: MessagePort
  #buffer: ArrayBuffer | undefined

  constructor({ kind, native, entities, cost }: TransportOptions<W, V, C, O>) {
    super(cost, kind.columnsFor(0))
    this.#native = native
    const viewer = kind.schemaOf(entities).viewer()
    native.onmessage = (event: MessageEvent<ArrayBuffer>) =>
      this.receive(() => {
        this.#buffer = event.data
        const view = viewer.at(new Uint8Array(event.data), 0, event.data.byteLength)
        return { columns: kind.columnsIn(view), time: view.time }
      })
  }

  // The world that was drawn last goes back with its buffer: by now it is on the graphics card.
  protected ask(): void {
    const take: Take = { ...TAKE, buffer: this.#buffer }
    this.#native.postMessage(take, this.#buffer === undefined ? [] : [this.#buffer])
    this.#buffer = undefined
  }

  close(): void {
    this.#native.close()
  }
}

class ChannelTransport<W extends Timed, V extends Timed, C, O extends Timed> extends ByMessage<C> {
  readonly #rings: BrowserPort

  constructor({ kind, rings, entities, cost }: TransportOptions<W, V, C, O>) {
    const columns = kind.columnsFor(entities)
    super(cost, columns)
    this.#rings = rings
    const channel = rings.channel(channelOf(kind.schemaOf(entities)), { name: 'world' })
    channel.onrecord = (world) =>
      this.receive(() => {
        // The record ends with the call, so what is drawn is copied.
        kind.copyColumns(world, columns)
        return { columns, time: world.time }
      })
  }

  protected ask(): void {
    this.#rings.postMessage(TAKE)
  }

  close(): void {
    this.#rings.close()
  }
}
