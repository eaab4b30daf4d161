/** The page's half of every transport: gives what is to be drawn in this frame. */

import { type BrowserPort, receiveMessageOnPort, type Worker } from '@slipring/browser'
import { attachState, type StateReader } from '@slipring/core/state'
import { type ObjectWorld, type Take, type TransportName } from './messages.ts'
import { Copying, type Cost } from './meter.ts'
import { type World, worldOf, type WorldView } from './world.ts'

/** Columns that are drawn as they are. */
type Columns = Pick<World['entities'], 'x' | 'y' | 'radius' | 'heat' | 'kind'>

export interface Frame {
  /** Counts the worlds that the page has got. */
  version: number
  columns: Columns
  /** How far the way from the world before to this one is gone: 0 to 1. */
  fraction: number
  /** How old the newest world is, in milliseconds. */
  age: number
}

export interface Transport {
  /** The frame to draw at `now`, of `performance.now()`; undefined before the first world. */
  frame(now: number): Frame | undefined
  /** The world of `frame` is on the graphics card: its memory is not needed any more. */
  drawn(): void
  close(): void
}

export interface TransportOptions {
  readonly name: TransportName
  readonly entities: number
  readonly run: number
  readonly worker: Worker
  readonly native: MessagePort
  readonly rings: BrowserPort
  /** Counts what is done outside of `frame`. */
  readonly cost: Cost
}

export function openTransport(options: TransportOptions): Transport {
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
class StateTransport implements Transport {
  readonly #worker: Worker
  readonly #frame: Frame = { version: 0, columns: noColumns, fraction: 0, age: 0 }
  #reader: StateReader<WorldView> | undefined
  #listener: (event: MessageEvent) => void

  constructor({ worker, entities, run }: TransportOptions) {
    this.#worker = worker
    this.#listener = ({ data }) => {
      if (data.type === 'offer' && data.run === run) this.#reader = attachState(worldOf(entities), data.offer)
    }
    worker.addEventListener('message', this.#listener)
  }

  frame(now: number): Frame | undefined {
    const reader = this.#reader
    const between = reader?.between(now)
    if (reader === undefined || between === undefined) return undefined
    const frame = this.#frame
    frame.version = reader.version
    frame.columns = between.to.entities
    frame.fraction = between.fraction
    frame.age = now - reader.time
    return frame
  }

  drawn(): void {}

  close(): void {
    this.#worker.removeEventListener('message', this.#listener)
    this.#reader?.close()
  }
}

interface Received {
  readonly columns: Columns
  /** Of its step, on the clock that both threads share. */
  readonly time: number
}

const TAKE: Take = { type: 'take' }

/** For the transports that bring worlds by message: which one is new, and where the frame is between two of them. */
abstract class ByMessage implements Transport {
  readonly #frame: Frame = { version: 0, columns: noColumns, fraction: 0, age: 0 }
  readonly #cost: Cost
  #from = 0
  #to = 0
  #interval = 0
  #isAsked = false

  constructor(cost: Cost) {
    this.#cost = cost
  }

  protected abstract ask(): void
  abstract close(): void

  frame(now: number): Frame | undefined {
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
  protected receive(world: () => Received): void {
    this.#cost.of(() => this.take(world))
  }

  protected take(world: () => Received): void {
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
class ObjectTransport extends ByMessage {
  readonly #native: MessagePort

  constructor({ native, entities, cost }: TransportOptions) {
    super(cost)
    this.#native = native
    const columns = columnsFor(entities)
    const copying = new Copying()
    // `data` is read inside: Chromium makes the objects only then.
    native.onmessage = (event: MessageEvent<ObjectWorld>) => {
      this.receive(() => unpack(event.data, columns))
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
class PortTransport extends ByMessage {
  readonly #rings: BrowserPort
  readonly #columns: Columns

  constructor({ rings, entities, cost }: TransportOptions) {
    super(cost)
    this.#rings = rings
    this.#columns = columnsFor(entities)
  }

  override frame(now: number): Frame | undefined {
    const received = receiveMessageOnPort(this.#rings)
    if (received !== undefined) this.take(() => unpack(received.message as ObjectWorld, this.#columns))
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
function unpack({ entities, time }: ObjectWorld, columns: Columns): Received {
  for (let i = 0; i < entities.length; i++) {
    const { x, y, radius, heat, kind } = entities[i]!
    columns.x[i] = x
    columns.y[i] = y
    columns.radius[i] = radius
    columns.heat[i] = heat
    columns.kind[i] = kind
  }
  return { columns, time }
}

class BufferTransport extends ByMessage {
  readonly #native: MessagePort
  #buffer: ArrayBuffer | undefined

  constructor({ native, entities, cost }: TransportOptions) {
    super(cost)
    this.#native = native
    const viewer = worldOf(entities).viewer()
    native.onmessage = (event: MessageEvent<ArrayBuffer>) =>
      this.receive(() => {
        this.#buffer = event.data
        const { entities: columns, time } = viewer.at(new Uint8Array(event.data), 0, event.data.byteLength)
        return { columns, time }
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

class ChannelTransport extends ByMessage {
  readonly #rings: BrowserPort
  readonly #columns: Columns

  constructor({ rings, entities, cost }: TransportOptions) {
    super(cost)
    this.#rings = rings
    this.#columns = columnsFor(entities)
    const channel = rings.channel(worldOf(entities), { name: 'world' })
    channel.onrecord = (world) => this.receive(() => this.#keep(world))
  }

  protected ask(): void {
    this.#rings.postMessage(TAKE)
  }

  close(): void {
    this.#rings.close()
  }

  /** The record ends with the call, so what is drawn is copied. */
  #keep({ entities, time }: WorldView): Received {
    const columns = this.#columns
    columns.x.set(entities.x)
    columns.y.set(entities.y)
    columns.radius.set(entities.radius)
    columns.heat.set(entities.heat)
    columns.kind.set(entities.kind)
    return { columns, time }
  }
}

const noColumns = columnsFor(0)

function columnsFor(entities: number): Columns {
  return {
    x: new Float32Array(entities),
    y: new Float32Array(entities),
    radius: new Float32Array(entities),
    heat: new Uint16Array(entities),
    kind: new Uint8Array(entities),
  }
}
