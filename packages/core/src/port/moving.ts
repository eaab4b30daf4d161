/**
 * A port in a transfer list: its native port crosses, with a passport by which a thread that knows us makes a port of ours of it
 * that goes on where this one ended. Nothing is copied: what was posted to it and not yet read is on the native port, and moves
 * with that; the other end notices nothing, or is told that another sender begins.
 */

import { handOver, mayHandOver } from '../direction/handing-over.ts'
import { isPort } from '../direction/out-of-band.ts'
import { crossingBy, notePassport, passportsOf, withPlatformObjects } from '../direction/passports.ts'
import type { Parcels } from '../direction/parcels.ts'
import { withPath } from '../codec/path-of-refusal.ts'
import { isStackOverflow } from '../codec/stack-overflow.ts'
import { refuseWith } from '../codec/uncloneable.ts'
import { beginStack, dataCloneError, HandshakeError } from '../errors.ts'
import type { PortMaker } from '../host.ts'
import { VERSION_MAJOR } from '../memory/layout.ts'
import { openRegion, type Region } from '../memory/region.ts'
import type { Regions } from './handshake.ts'
import type { MovableParts, PortMoves } from './moves.ts'
import type { Outgoing } from './outgoing.ts'

/** A port that may be transferred. */
interface Movable {
  /** The native port that crosses in its place. */
  readonly native: object
  readonly parts: MovableParts
}

/** Plain data, for the thread where the port goes on. */
interface Passport {
  /** Major version of the protocol. */
  readonly slipring: number
  readonly token: string
  readonly owner: 1 | 2
  readonly rings: readonly [outgoing: SharedArrayBuffer, incoming: SharedArrayBuffer]
  /** How many messages it has posted as they are into the outgoing direction. */
  readonly unwrapped: number
}

const SETTLED = Promise.resolve()
const movables = new WeakMap<object, Movable>()

/** How ports move on a platform with such a maker. */
export function movesBy(maker: PortMaker): PortMoves {
  return {
    crossing: crossingBy(maker),
    note(port, native, parts) {
      refuseWith(port, 'a port moves, put it in the transfer list as well')
      movables.set(port, { native, parts })
    },
    isMovable,
    post: postMoving,
  }
}

/**
 * Ports that move together with one message. They end when the message was sent. Otherwise they go on. When the stack
 * overflows in between, the message may be on its way or not: then they end, and all sides are told (docs/decisions/0024).
 */
class Moves {
  readonly #moving: readonly Movable[]
  #isSettled = false
  /** The message was sent. */
  isSent = false
  /** The exception that was thrown instead. */
  error: unknown

  /** Throws `DataCloneError` for a port that cannot move now, and then none moves. */
  constructor(moving: readonly Movable[]) {
    this.#moving = moving
    // The stack may have no room for any call once it has overflowed.
    void SETTLED.then(() => this.#settle(true))
    try {
      for (const movable of moving) prepare(movable)
    } catch (error) {
      this.error = error
      this.settle()
      throw error
    }
  }

  /** In the same task. */
  settle(): void {
    this.#settle(isStackOverflow(this.error))
  }

  /** `isStopped`: unless the message was sent, nobody knows what became of it. */
  #settle(isStopped: boolean): void {
    if (this.#isSettled) return
    for (const { parts } of this.#moving) {
      if (this.isSent) leave(parts)
      else if (isStopped) parts.ending.passed(this.error, true)
      else takeBack(parts)
    }
    this.#isSettled = true
  }
}

function prepare({ native, parts: { owner, outgoing, incoming, records, ending, share } }: Movable): void {
  ending.enter()
  if (ending.isOver) throwMoved()
  if (incoming.isUsed || incoming.inbox.isListening || records.isUsed || !isFree(outgoing)) throwRead()
  share()
  const rings = handedOver(outgoing, incoming.ring.regions)
  if (rings === undefined) return
  incoming.ring.letGo()
  notePassport(native, passportOf(rings, owner, outgoing))
}

function isFree({ isMute, sender }: Outgoing): boolean {
  return !isMute && (sender === undefined || mayHandOver(sender))
}

/** The rings in which another sender is to go on. Undefined without any. */
function handedOver(outgoing: Outgoing, regions: Regions | undefined): Regions | undefined {
  const { sender } = outgoing
  if (sender === undefined) return undefined
  const { region, unwrapped } = handOver(sender)
  const rings = (outgoing.handedOver = { ...regions!, outgoing: region })
  outgoing.letGo()
  outgoing.unwrapped = unwrapped
  return rings
}

/** The port has moved and ends here. Its rings go on. */
function leave({ outgoing, incoming, ending }: MovableParts): void {
  outgoing.handedOver = undefined
  ending.enter()
  if (!ending.isOver) incoming.close({ reason: 'closed' })
}

function takeBack({ outgoing, incoming }: MovableParts): void {
  const rings = outgoing.handedOver
  if (rings === undefined) return
  incoming.ring.regions = rings
  outgoing.open(rings)
}

export function isMovable(object: object): boolean {
  return movables.has(object)
}

/** From now on it does not move. */
export function keepHere(port: object): void {
  if (movables.delete(port)) refuseWith(port, 'it was marked as untransferable')
}

/** The native port that crosses in the place of ours, or the object itself. */
function crossing<T>(object: T): T {
  return (movables.get(object as object)?.native as T | undefined) ?? object
}

/** The ports of a transfer list that move; undefined where none does. Throws `DataCloneError` for `self`, which would have to carry itself. */
function movesIn(list: readonly object[], self: object | undefined): Movable[] | undefined {
  let found: Movable[] | undefined
  for (const object of list) {
    const movable = movables.get(object)
    if (movable === undefined) continue
    if (object === self) throw dataCloneError('A port could not be cloned: it is the one that posts, use another port')
    ;(found ??= []).push(movable)
  }
  return found
}

function postMoving(
  self: object,
  value: unknown,
  list: readonly object[] | undefined,
  parcels: Parcels,
  outgoing: Pick<Outgoing, 'post'>,
  mayRefuse: boolean,
): boolean {
  const moving = list && movesIn(list, self)
  if (moving === undefined) return outgoing.post(value, list, mayRefuse)
  return postWithPorts(value, list!, moving, parcels, (clone, natives) => outgoing.post(clone, natives, mayRefuse))
}

function postWithPorts(
  value: unknown,
  list: readonly object[],
  moving: readonly Movable[],
  { registry }: Parcels,
  post: (clone: unknown, natives: readonly object[]) => boolean,
): boolean {
  if (new Set(list).size !== list.length)
    throw dataCloneError('A transfer list could not be used: an object is in it twice')
  let clone: unknown
  try {
    clone = withPlatformObjects(value, list, crossing, registry)
  } catch (error) {
    const better = withPath(error, value)
    beginStack(better, postMoving)
    throw better
  }
  const moves = new Moves(moving)
  try {
    return (moves.isSent = post(clone, list.map(crossing)))
  } catch (error) {
    moves.error = error
    throw error
  } finally {
    moves.settle()
  }
}

/** The data of a new thread, with native ports in the places of ours that move to it. */
export interface MovingData {
  readonly value: unknown
  readonly transfer: readonly object[]
  /** Of all ports in the value, in the order in which `openData` finds them. */
  readonly passports: readonly unknown[]
  /** To be called in the same task: there is a thread, or `error` was thrown instead. */
  settle(isSent: boolean, error?: unknown): void
}

/** Undefined where no port of the list is one of ours that moves. Throws `DataCloneError` where one cannot. */
export function moveData(value: unknown, list: readonly object[]): MovingData | undefined {
  const moving = movesIn(list, undefined)
  if (moving === undefined) return undefined
  const ports: object[] = []
  const clone = withPlatformObjects(
    value,
    list,
    (object) => {
      const crossed = crossing(object)
      if (isPort(crossed)) ports.push(crossed)
      return crossed
    },
    undefined,
  )
  const moves = new Moves(moving)
  const settle = (isSent: boolean, error?: unknown): void => {
    moves.isSent = isSent
    moves.error = error
    moves.settle()
  }
  return { settle, value: clone, transfer: list.map(crossing), passports: passportsOf(ports) ?? [] }
}

/** In the new thread: the value, with ports of ours again. */
export function openData(value: unknown, passports: readonly unknown[], maker: PortMaker): unknown {
  let place = 0
  const open = (object: unknown): unknown => {
    const passport = isPort(object) ? passports[place++] : undefined
    return passport === undefined ? object : maker.open(object as object, passport)
  }
  return withPlatformObjects(value, [], open, undefined)
}

/** `writing` tells how many unwrapped messages there are when the passport is read. */
function passportOf(
  { token, outgoing, incoming }: Regions,
  owner: number,
  writing: { readonly unwrapped: number },
): Passport {
  return {
    slipring: VERSION_MAJOR,
    token,
    owner: owner as 1 | 2,
    rings: [outgoing.buffer, incoming.buffer],
    get unwrapped() {
      return writing.unwrapped
    },
  }
}

/** The parts to go on with, or undefined for no passport of this version. Throws `HandshakeError` for foreign rings. */
export function openPassport(
  passport: unknown,
): { readonly regions: Regions; readonly owner: 1 | 2; readonly unwrapped: number } | undefined {
  const { slipring, token, owner, rings, unwrapped } = (passport ?? {}) as Partial<Passport>
  if (slipring === undefined) return undefined
  if (slipring !== VERSION_MAJOR)
    throw new HandshakeError(
      `Cannot go on with a port of version ${slipring}: this side speaks version ${VERSION_MAJOR}, use one version of @slipring/core`,
      VERSION_MAJOR,
      slipring,
    )
  if (typeof token !== 'string' || !Array.isArray(rings) || typeof unwrapped !== 'number') return undefined
  const [outgoing, incoming]: Region[] = rings.map(openRegion)
  if (outgoing === undefined || incoming === undefined) return undefined
  return { regions: { token, outgoing, incoming }, owner: owner === 2 ? 2 : 1, unwrapped }
}

function throwMoved(): never {
  throw dataCloneError('A port could not be transferred: it has ended, or has been transferred already')
}

function throwRead(): never {
  throw dataCloneError(
    'A port could not be transferred: messages were read from it here, or a typed channel opened; transfer it before that, or post its messages on',
  )
}
