/** The worker's half of every transport: it owns the world and hands it over after each change. */

import { attach, type BrowserPort } from '@slipring/browser'
import { channelOf } from '@slipring/core/channel'
import type { Schema } from '@slipring/core/schema'
import { createState } from '@slipring/core/state'
import type { Timed, WorldKind } from './kind.ts'
import type { Take, ToPage, ToWorker } from './messages.ts'

type Start = Extract<ToWorker, { type: 'start' }>

export interface Carrier<W> {
  /** Changes the world and hands it over, at once or when the page asks next. */
  change(step: (world: W) => void): void
  close(): void
}

/** `port`: by which the page is told everything but the world. */
export function carrierOf<W extends Timed, V extends Timed, O extends Timed>(
  kind: WorldKind<W, V, unknown, O>,
  { transport, entities, run, native, ring }: Start,
  port: BrowserPort,
): Carrier<W> {
  const schema = kind.schemaOf(entities)
  if (transport === 'state') return stateCarrier(schema, run, port)
  const world = kind.emptyWorld(entities)
  if (transport === 'objects' || transport === 'buffer') {
    const postObjects: Sender = () => native.postMessage(kind.toObjects(world))
    const carrier = takenCarrier(world, transport === 'buffer' ? bufferSender(schema, world, native) : postObjects)
    native.onmessage = ({ data }: MessageEvent<Take>) => carrier.take(data)
    return { change: carrier.change, close: () => native.close() }
  }
  const rings = attach(ring)
  const channel = rings.channel(channelOf(schema), { name: 'world' })
  const send: Sender = transport === 'port' ? () => rings.postMessage(kind.toObjects(world)) : () => channel.send(world)
  const carrier = takenCarrier(world, send)
  rings.onmessage = ({ data }) => carrier.take(data as Take)
  return { change: carrier.change, close: () => rings.close() }
}

/** The page reads the state whenever it draws: nobody asks, nobody answers. */
function stateCarrier<W, V>(schema: Schema<W, V>, run: number, port: BrowserPort): Carrier<W> {
  const { writer, offer } = createState(schema)
  const message: ToPage = { type: 'offer', run, offer }
  port.postMessage(message)
  return { change: (step) => writer.update(step), close: () => writer.close() }
}

type Sender = (request: Take) => void

/** One buffer goes to and fro; it has room for one world. */
function bufferSender<W, V>(schema: Schema<W, V>, world: W, native: MessagePort): Sender {
  const byteLength = schema.encode(world).length
  return ({ buffer = new ArrayBuffer(byteLength) }) => {
    schema.encodeInto(world, new Uint8Array(buffer), 0)
    native.postMessage(buffer, [buffer])
  }
}

interface TakenCarrier<W> {
  readonly change: Carrier<W>['change']
  /** The page asks for a world. */
  readonly take: (request: Take) => void
}

/** Sends after a change, if the page has asked since the last one: so nothing piles up. */
function takenCarrier<W>(world: W, send: Sender): TakenCarrier<W> {
  let request: Take | undefined
  return {
    change: (step) => {
      step(world)
      if (request === undefined) return
      const taken = request
      request = undefined
      send(taken)
    },
    take: (next) => void (request = next),
  }
}
