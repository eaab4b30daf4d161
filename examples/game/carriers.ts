/** The worker's half of every transport: it owns the world and hands it over after each change. */

import { attach, type BrowserPort } from '@slipring/browser'
import { createState } from '@slipring/core/state'
import { type Take, type ToPage, toObjects, type ToWorker } from './messages.ts'
import { type World, worldOf } from './world.ts'

type Start = Extract<ToWorker, { type: 'start' }>

export interface Carrier {
  /** Changes the world and hands it over, at once or when the page asks next. */
  change(step: (world: World) => void): void
  /** The page asks for a world. */
  take(request: Take): void
  close(): void
}

/** `port`: by which the page is told everything but the world. */
export function carrierOf({ transport, entities, run, native, ring }: Start, port: BrowserPort): Carrier {
  if (transport === 'state') return stateCarrier(entities, run, port)
  const world = emptyWorld(entities)
  if (transport === 'objects' || transport === 'buffer') {
    const postObjects: Sender = () => native.postMessage(toObjects(world))
    const carrier = takenCarrier(world, transport === 'buffer' ? bufferSender(world, native) : postObjects, native)
    native.onmessage = ({ data }: MessageEvent<Take>) => carrier.take(data)
    return carrier
  }
  const rings = attach(ring)
  const channel = rings.channel(worldOf(entities), { name: 'world' })
  const send: Sender = transport === 'port' ? () => rings.postMessage(toObjects(world)) : () => channel.send(world)
  const carrier = takenCarrier(world, send, rings)
  rings.onmessage = ({ data }) => carrier.take(data as Take)
  return carrier
}

/** The page reads the state whenever it draws: nobody asks, nobody answers. */
function stateCarrier(entities: number, run: number, port: BrowserPort): Carrier {
  const { writer, offer } = createState(worldOf(entities))
  const message: ToPage = { type: 'offer', run, offer }
  port.postMessage(message)
  return { change: (step) => writer.update(step), take: () => {}, close: () => writer.close() }
}

type Sender = (request: Take) => void

/** One buffer goes to and fro; it has room for one world. */
function bufferSender(world: World, native: MessagePort): Sender {
  const schema = worldOf(world.entities.x.length)
  const byteLength = schema.encode(world).length
  return ({ buffer = new ArrayBuffer(byteLength) }) => {
    schema.encodeInto(world, new Uint8Array(buffer), 0)
    native.postMessage(buffer, [buffer])
  }
}

/** Sends after a change, if the page has asked since the last one: so nothing piles up. */
function takenCarrier(world: World, send: Sender, port: { close(): void }): Carrier {
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
    close: () => port.close(),
  }
}

function emptyWorld(entities: number): World {
  const f32 = (): Float32Array => new Float32Array(entities)
  return {
    tick: 0,
    seconds: 0,
    time: 0,
    entities: {
      x: f32(),
      y: f32(),
      vx: f32(),
      vy: f32(),
      angle: f32(),
      radius: f32(),
      heat: new Uint16Array(entities),
      kind: new Uint8Array(entities),
    },
  }
}
