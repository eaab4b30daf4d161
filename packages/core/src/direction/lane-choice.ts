/**
 * Which messages the platform carries faster than a ring: large ones that are mostly long texts or memory, of which its clone
 * copies all at once. That must be known before a message is encoded, since getters run once. So it is told by the keys of the
 * value, from what the last messages with these keys were made of.
 */

import { isProxy } from '../codec/engine.ts'
import { carriedBytes } from '../codec/kinds/bytes.ts'
import type { CloningLane } from '../host.ts'
import { wereLent } from '../memory/region-buffers.ts'
import { CloneLane } from './clone-lane.ts'
import { LARGE } from './out-of-band.ts'

/** From this many bytes on, the platform clones a typed array in less time than a ring carries it (docs/decisions/0011). */
const VIEW_BYTES = 64 << 10
/** Objects with more keys are dictionaries, each with keys of its own. */
const KEYS_MAX = 32
const ROOTS_MAX = 8
/**
 * So many messages take the native lane before one is encoded again. If that one shows that the choice still holds, twice as many.
 */
const FIRST_STAY = 256
const LONGEST_STAY = 4096
/** So many fit messages in a row are needed before others take the native lane. After a wrong choice, more. */
const FIRST_DOUBT = 1
const LONGEST_DOUBT = 64

/** A message so many times as large as the last is encoded, because it may be made of something else. */
const ALIKE = 4

const hasOwn = Object.prototype.hasOwnProperty
const objectPrototype = Object.prototype

/** Messages with the same keys. */
interface Root {
  /** In their order; none of an array. */
  readonly keys: readonly string[]
  /** Of these the one with the largest text, array or memory; undefined: the message itself is it. */
  readonly largest: string | undefined
  /** Length of that in the last encoding; 0: nothing of the kind. */
  length: number
  /** Of the last encoding. */
  bytes: number
  /** Messages that take the native lane before one is encoded again. */
  left: number
  stay: number
  /** Messages in a row that were fit for the native lane; `doubt` says how many are needed. */
  fit: number
  doubt: number
  /** Messages since the last large one that might have been large and took the ring. */
  asked: number
}

export class LaneChoice extends CloneLane {
  readonly #roots: Root[] = []

  constructor(lane: CloningLane) {
    super(lane, VIEW_BYTES)
  }

  /** Whether the platform clones a message, since the last of its kind were mostly what that copies faster. */
  trySend(value: unknown): boolean {
    // After the program has got a view of a ring, the platform would share all of that.
    const bytes = wereLent() ? 0 : this.#bytesByLane(value)
    if (bytes !== 0) this.clone(value, bytes)
    return bytes !== 0
  }

  /** About how many bytes the encoding has of a message that the platform is to clone, else 0. Runs no code of the program. */
  #bytesByLane(value: unknown): number {
    const root = this.#find(value)
    if (root === undefined) return 0
    const { bytes, length } = root
    const expected = length === 0 ? bytes : Math.ceil((bytes * lengthAt(value, root.largest)) / length)
    if (expected <= LARGE || expected > bytes * ALIKE) return 0
    if (root.left === 0) {
      root.asked++
      return 0
    }
    root.left--
    return expected
  }

  learn(value: unknown, bytes: number, copied: number): void {
    const isFit = copied * 2 > bytes
    const root = this.#find(value) ?? (isFit ? this.#add(value) : undefined)
    if (root === undefined) return
    root.bytes = bytes
    root.length = lengthAt(value, root.largest)
    // Others, before this one, were small.
    if (!isFit || root.asked > 1) unlearn(root)
    root.asked = 0
    if (!isFit || ++root.fit < root.doubt) return
    root.left = root.stay
    root.stay = Math.min(root.stay * 2, LONGEST_STAY)
    root.doubt = Math.max(root.doubt >> 1, FIRST_DOUBT)
  }

  #find(value: unknown): Root | undefined {
    if (typeof value !== 'object' || value === null || isProxy(value)) return undefined
    return this.#roots.find((root) => isOf(value, root.keys))
  }

  #add(value: unknown): Root | undefined {
    if (typeof value !== 'object' || value === null) return undefined
    const isArray = Array.isArray(value)
    // Asked first, since the keys of a large typed array are all its elements.
    if (!isArray && Object.getPrototypeOf(value) !== objectPrototype) return undefined
    const keys = isArray ? [] : Object.keys(value)
    if (!isArray && !isPlainOf(value, keys.length)) return undefined
    const largest = keys.toSorted((one, other) => lengthAt(value, other) - lengthAt(value, one))[0]
    const root = { keys, largest, length: 0, bytes: 0, left: 0, stay: FIRST_STAY, fit: 0, doubt: FIRST_DOUBT, asked: 0 }
    if (this.#roots.push(root) > ROOTS_MAX) this.#roots.shift()
    return root
  }
}

function unlearn(root: Root): void {
  root.fit = 0
  root.stay = FIRST_STAY
  root.doubt = Math.min(root.doubt * 2, LONGEST_DOUBT)
}

function isPlainOf(value: object, keys: number): boolean {
  return keys > 0 && keys <= KEYS_MAX && Object.getPrototypeOf(value) === objectPrototype
}

function isOf(value: object, keys: readonly string[]): boolean {
  const { length } = keys
  if (length === 0) return Array.isArray(value)
  // Asked first, since all keys of a large dictionary would take long.
  if (!hasOwn.call(value, keys[length - 1]!) || !isPlainOf(value, length)) return false
  const own = Object.keys(value)
  return own.length === length && own.every((key, index) => key === keys[index])
}

/** Length of a text, array or typed array at a key of an object, or of the object itself; 0 for anything else. */
function lengthAt(value: unknown, key: string | undefined): number {
  const found: unknown = key === undefined ? value : Object.getOwnPropertyDescriptor(value as object, key)?.value
  if (typeof found === 'string') return found.length
  if (typeof found !== 'object' || found === null || isProxy(found)) return 0
  return Array.isArray(found) ? found.length : carriedBytes(found)
}
