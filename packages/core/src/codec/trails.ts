/**
 * The objects of long messages in the order in which they were met, to know them again: a program that sends its state
 * again and again sends the same objects in the same order, however their contents change. A trail is kept from the second
 * time on, and only until the engine next collects its whole heap, so that it keeps no object alive for longer.
 */

/** Shorter messages are not worth it. */
const OBJECTS_MIN = 64
/** This many of the scanned objects may be new: a program wraps new objects around those that it keeps. */
const STRANGERS_MAX = 4
/** Each trail that is lost doubles the wait for the next one, at most this many times. */
const LOST_MAX = 6
/** Trails at a time: engines keep what is weakly held until the job ends, and a thread that blocks may be in one for ever. */
const TRAILS_MAX = 32

/** The first objects of a message, which are scanned, and all that were met from then on, also again. */
export interface Trail {
  scanned: readonly (object | undefined)[]
  met: readonly object[]
  /** For each that was met its number if the message contained it already, else -1. Undefined: none was met again. */
  numbers: Int32Array | undefined
}

/** A trail that is being written down. */
export class Draft {
  readonly #scanned: readonly (object | undefined)[]
  readonly #met: object[]
  readonly #numbers: number[]

  constructor(scanned: readonly (object | undefined)[], { met, numbers }: Readonly<Trail>, steps: number) {
    this.#scanned = [...scanned]
    this.#met = met.slice(0, steps)
    this.#numbers = this.#met.map((_, step) => numbers?.[step] ?? -1)
  }

  add(object: object, number: number): void {
    this.#met.push(object)
    this.#numbers.push(number)
  }

  finish(): Trail {
    const numbers = this.#numbers.some((number) => number >= 0) ? Int32Array.from(this.#numbers) : undefined
    return { scanned: this.#scanned, met: this.#met, numbers }
  }
}

/** Facts about messages in which a certain object was the first after those that are scanned. */
interface Known {
  /** One that has become another's begins with another object. */
  trail: WeakRef<Trail> | undefined
  /** How often in a row it was left before its end. */
  lost: number
  /** Messages to come that are not worth writing down. */
  wait: number
}

const NOTHING: Readonly<Trail> = { scanned: [], met: [], numbers: undefined }

export class Trails {
  readonly #all: WeakMap<object, Known> = new WeakMap()
  /** All trails, in the order in which they were begun, round and round. */
  readonly #places: WeakRef<Trail>[] = []
  #hand = 0
  #key: object | undefined = undefined
  #known: Known | undefined = undefined
  /** This message is written down. */
  draft: Draft | undefined = undefined

  /** The trail of an earlier message that went on with `key` after the scanned objects of this one. */
  find(key: object, scanned: readonly (object | undefined)[]): Trail | undefined {
    this.#key = key
    const known = this.#all.get(key)
    this.#known = known
    const trail = known?.trail?.deref()
    const isOwn = trail !== undefined && trail.met[0] === key
    if (isOwn && doesBeginSo(trail, scanned)) return trail
    if (isOwn) this.lose(trail, 0, scanned)
    else if (known?.wait === 0) this.draft = new Draft(scanned, NOTHING, 0)
    return undefined
  }

  /** The message leaves the trail after this many steps. */
  lose(trail: Trail, steps: number, scanned: readonly (object | undefined)[]): void {
    const known = this.#known!
    known.lost = Math.min(LOST_MAX, known.lost + 1)
    known.wait = 2 ** known.lost - 2
    if (known.wait === 0) this.draft = new Draft(scanned, trail, steps)
    replace(trail, NOTHING)
  }

  /** The end of a message of `count` objects, which has followed a trail all along or has not. */
  end(count: number, hasFollowed: boolean): void {
    const known = this.#known
    if (hasFollowed) known!.lost = 0
    else if (count >= OBJECTS_MIN) {
      if (known === undefined) this.#all.set(this.#key!, { trail: undefined, lost: 0, wait: 0 })
      else if (this.draft === undefined) known.wait--
      else known.trail = this.#keep(known.trail, this.draft.finish())
    }
    this.#key = undefined
    this.#known = undefined
    this.draft = undefined
  }

  /** In the place of the last one of its key, or else of the oldest. */
  #keep(last: WeakRef<Trail> | undefined, trail: Trail): WeakRef<Trail> {
    const own = last?.deref()
    if (own !== undefined && (own.met.length === 0 || own.met[0] === trail.met[0])) {
      replace(own, trail)
      return last!
    }
    const place = this.#hand
    this.#hand = (place + 1) % TRAILS_MAX
    const oldest = this.#places[place]
    const former = oldest?.deref()
    if (former === undefined) return (this.#places[place] = new WeakRef(trail))
    replace(former, trail)
    return oldest!
  }
}

// No calls in between: a stack that is full could leave half of it.
function replace(trail: Trail, { scanned, met, numbers }: Readonly<Trail>): void {
  trail.scanned = scanned
  trail.met = met
  trail.numbers = numbers
}

/** Whether what was met on the trail was new there, or had its number, with these scanned objects too. */
function doesBeginSo({ scanned, met }: Trail, others: readonly (object | undefined)[]): boolean {
  let strangers = 0
  for (let index = 0; index < others.length; index++) {
    const [before, now] = [scanned[index]!, others[index]!]
    if (before === now) continue
    if (++strangers > STRANGERS_MAX || scanned.includes(now) || met.includes(now) || met.includes(before)) return false
  }
  return true
}
