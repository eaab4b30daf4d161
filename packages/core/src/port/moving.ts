/**
 * A port in a transfer list: its native port crosses, with a passport by which a thread that knows us makes a port of ours of it
 * that goes on where this one ended. Nothing is copied: what was posted to it and not yet read is on the native port, and moves
 * with that; the other end notices nothing, or is told that another sender begins.
 */

import { isPort } from '../channel/out-of-band.ts'
import { notePassport, passportsOf, withHosts } from '../channel/passports.ts'
import type { Parcels } from '../channel/parcels.ts'
import { withPath } from '../codec/path-of-refusal.ts'
import { refuseWith } from '../codec/uncloneable.ts'
import { beginStack, dataCloneError, HandshakeError } from '../errors.ts'
import type { PortMaker } from '../host.ts'
import { VERSION_MAJOR } from '../memory/layout.ts'
import { openRegion, type Region } from '../memory/region.ts'
import type { Regions } from './handshake.ts'
import type { Incoming } from './incoming.ts'
import type { Closure } from './options.ts'
import type { Outgoing } from './outgoing.ts'
import type { TypedChannels } from './typed-channels.ts'

/** A port that may be transferred. */
interface Movable {
  /** What crosses in its place. */
  readonly native: object
  /** Throws `DataCloneError` where it cannot move now. */
  prepare(): Move
}

/** A port that is about to move. One of the two is to be called, in the same task. */
interface Move {
  /** Undefined: the native port is all there is. */
  readonly passport: object | undefined
  /** It has moved: this port has ended. */
  done(): void
  /** It has not, and goes on. */
  undo(): void
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

const movables = new WeakMap<object, Movable>()

/** What a port is made of that may move. */
interface MovableParts {
  readonly owner: number
  readonly outgoing: Outgoing
  readonly incoming: Incoming
  readonly channels: TypedChannels
  /** The port has ended. */
  readonly onEnd: (closure: Closure) => void
}

/** `native`: what crosses in its place; undefined: it may not move. */
export function noteMovable(port: object, native: object | undefined, parts: MovableParts): void {
  if (native === undefined)
    return refuseWith(port, 'send an offer of createChannel() instead, and attach() to it there')
  refuseWith(port, 'a port moves, put it in the transfer list as well')
  movables.set(port, { native, prepare: () => prepareMove(parts) })
}

function prepareMove({ owner, outgoing, incoming, channels, onEnd }: MovableParts): Move {
  if (incoming.isOver) throwMoved()
  if (incoming.isUsed || incoming.inbox.isListening || channels.isUsed || !outgoing.mayHandOver) throwRead()
  const { regions } = incoming.ring
  const writing = outgoing.handOver()
  const rings = writing && { ...regions!, outgoing: writing }
  return {
    passport: rings && passportOf(rings, owner, outgoing),
    done: () => {
      const closure: Closure = { reason: 'closed' }
      // Nothing of the rings is ended.
      incoming.ring.letGo()
      incoming.close(closure)
      onEnd(closure)
    },
    undo: () => rings && outgoing.open(rings),
  }
}

export function isMovable(object: object): boolean {
  return movables.has(object)
}

/** What crosses in the place of an object: the native port of one of ours that may be transferred. */
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

/**
 * Posts a message of the port `self`; ports of ours in its transfer list move, with native ones in their places. Throws what
 * posting throws, and `DataCloneError` for a port that cannot move; then none has moved.
 */
export function postMoving(
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
    clone = withHosts(value, list, crossing, registry)
  } catch (error) {
    const better = withPath(error, value)
    beginStack(better, postMoving)
    throw better
  }
  return moved(moving, () => post(clone, list.map(crossing)))
}

/** Moves these ports with what `post` posts; where that throws or gives false, none has moved. */
function moved(moving: readonly Movable[], post: () => boolean): boolean {
  const move = prepareAll(moving)
  let isSent = false
  try {
    return (isSent = post())
  } finally {
    if (isSent) move.done()
    else move.undo()
  }
}

/** Throws as `prepare`, and then none moves. */
function prepareAll(moving: readonly Movable[]): Pick<Move, 'done' | 'undo'> {
  const moves: Move[] = []
  const undo = (): void => moves.forEach((move) => move.undo())
  try {
    for (const movable of moving) {
      const move = movable.prepare()
      moves.push(move)
      if (move.passport !== undefined) notePassport(movable.native, move.passport)
    }
  } catch (error) {
    undo()
    throw error
  }
  return { done: () => moves.forEach((move) => move.done()), undo }
}

/** What a new thread gets, with native ports in the places of ours that move to it. One of the two is to be called, as of `Move`. */
export interface MovingData extends Pick<Move, 'done' | 'undo'> {
  readonly value: unknown
  readonly transfer: readonly object[]
  /** Of all ports in the value, in the order in which `openData` finds them. */
  readonly passports: readonly unknown[]
}

/** Undefined where no port of the list is one of ours that moves. Throws `DataCloneError` where one cannot. */
export function moveData(value: unknown, list: readonly object[]): MovingData | undefined {
  const moving = movesIn(list, undefined)
  if (moving === undefined) return undefined
  const ports: object[] = []
  const clone = withHosts(
    value,
    list,
    (host) => {
      const crossed = crossing(host)
      if (isPort(crossed)) ports.push(crossed)
      return crossed
    },
    undefined,
  )
  const move = prepareAll(moving)
  return { ...move, value: clone, transfer: list.map(crossing), passports: passportsOf(ports) ?? [] }
}

/** In the new thread: the value, with ports of ours again. */
export function openData(value: unknown, passports: readonly unknown[], maker: PortMaker): unknown {
  let place = 0
  const open = (host: unknown): unknown => {
    const passport = isPort(host) ? passports[place++] : undefined
    return passport === undefined ? host : maker.open(host as object, passport)
  }
  return withHosts(value, [], open, undefined)
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

/** What a port goes on with; undefined for what is no passport of this version. Throws `HandshakeError` for foreign rings. */
export function openPassport(
  passport: unknown,
): { readonly regions: Regions; readonly owner: 1 | 2; readonly unwrapped: number } | undefined {
  const { slipring, token, owner, rings, unwrapped } = (passport ?? {}) as Partial<Passport>
  if (slipring === undefined) return undefined
  if (slipring !== VERSION_MAJOR)
    throw new HandshakeError(
      `Cannot go on with a port of version ${slipring}: this side speaks version ${VERSION_MAJOR}`,
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
