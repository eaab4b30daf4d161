/**
 * Ports of ours that go to another thread. A native port crosses in the place of each; what makes a port of ours of it there is
 * its passport. In an envelope the passports go beside the ports. A message without envelope may be for somebody who knows
 * nothing of us. There they go in a carrier: one more port at the end of the transfer list, which the message does not mention.
 */

import { load, store } from '../atomics.ts'
import { Decoder, Encoder, freshSpan, type Registry, spanOver } from '../codec/index.ts'
import type { PortMaker } from '../host.ts'
import { CARRIERS, MOST_CARRIERS } from '../memory/layout.ts'
import type { Crossing, UnwrappedLane, WithPorts } from './crossing.ts'
import { type Envelope, OOB_STANDALONE, portsIn } from './out-of-band.ts'
import { isParcel } from './parcels.ts'
import { RAW } from './stash.ts'

const passports = new WeakMap<object, object>()

/** From now on `native` crosses as a port of ours. */
export function notePassport(native: object, passport: object): void {
  passports.set(native, passport)
}

/** For each of these native ports its passport; undefined where none has one. */
export function passportsOf(ports: readonly object[]): readonly unknown[] | undefined {
  if (!ports.some((port) => passports.has(port))) return undefined
  return ports.map((port) => passports.get(port))
}

/** On a platform with such a maker. */
export function crossingBy(maker: PortMaker): Crossing {
  return {
    passportsOf,
    postUnwrapped: (by, value, transfer) => postUnwrapped(by, value, transfer, maker),
    withOpenPorts: (message, registry) => withOpenPorts(message, maker, registry),
  }
}

/** The reader may know nothing of us. So the message is as it was, and with passports one more port comes last. */
function postUnwrapped(
  { order, home, lane, parcels }: UnwrappedLane,
  value: unknown,
  transfer: readonly object[],
  maker: PortMaker,
): void {
  const ports = portsIn(transfer)
  const papers = ports && passportsOf(ports)
  const place = order.announced
  if (papers === undefined || place >= MOST_CARRIERS) return parcels.post(lane, value, transfer)
  // ORDER: our own word.
  const others = load(home, CARRIERS)
  // ORDER: before the post; pairs with the load in LaneReceiver.#hasCarrier.
  store(home, CARRIERS, others | (1 << place))
  try {
    parcels.post(lane, value, [...transfer, maker.carry(papers)])
  } catch (error) {
    // ORDER: our own word, and nothing was posted.
    store(home, CARRIERS, others)
    throw error
  }
}

function withOpenPorts<Message extends WithPorts>(
  stashed: Message,
  maker: PortMaker,
  registry: Registry | undefined,
): Message {
  const { ports, hasCarrier } = stashed
  if (ports === undefined) return stashed
  const natives = hasCarrier ? ports.slice(0, -1) : ports
  const papers = hasCarrier ? maker.carried(ports.at(-1)!) : stashed.passports
  const opened = openedBy(maker, natives, papers)
  if (opened === undefined) return hasCarrier ? { ...stashed, ports: natives } : stashed
  const shown = (port: unknown): unknown => opened.get(port) ?? port
  return {
    ...stashed,
    payload: stashed.kind === RAW ? payloadWith(stashed.payload, natives, shown, registry) : stashed.payload,
    objects: stashed.objects?.map(shown),
    ports: natives.map(shown) as object[],
  }
}

function openedBy(maker: PortMaker, natives: readonly object[], papers: unknown): Map<unknown, object> | undefined {
  if (!Array.isArray(papers)) return undefined
  const opened = new Map<unknown, object>()
  for (const [index, native] of natives.entries())
    if (papers[index] !== undefined) opened.set(native, maker.open(native, papers[index]))
  return opened
}

function payloadWith(
  payload: unknown,
  natives: readonly object[],
  shown: (port: unknown) => unknown,
  registry: Registry | undefined,
): unknown {
  if (!isParcel(payload)) return withPlatformObjects(payload, natives, shown, registry)
  const [token, , , bytes, objects] = payload
  return [token, 0, OOB_STANDALONE, bytes, (objects as readonly unknown[]).map(shown)] satisfies Envelope
}

/** A clone of `value`, in which what was transferred, and what only the platform clones, is what `shown` makes of it. */
export function withPlatformObjects(
  value: unknown,
  transfer: readonly object[],
  shown: (object: unknown) => unknown,
  registry: Registry | undefined,
): unknown {
  const encoder = new Encoder(false, registry)
  encoder.encode(value, freshSpan(0), 0, 0, transfer)
  const bytes = encoder.spilled()
  return new Decoder(registry).decode(spanOver(bytes), 0, bytes.length, encoder.platformObjects.map(shown))
}
