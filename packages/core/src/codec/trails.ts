/**
 * The objects of long messages, one after the other, to know them again: a program that sends its state again and again
 * sends the same objects in the same order, however their contents change. A trail is kept from the second time on, and
 * only until the next garbage collection, so that it keeps no object alive for longer.
 */

/** Shorter messages are not worth it. */
const OBJECTS_MIN = 64
/** So many of the scanned objects may be new: what a program wraps around what it keeps. */
const STRANGERS_MAX = 4
/** Of trails that were lost one after the other, the last wait for so many doublings. */
const LOST_MAX = 6

/** What a message was whose first object that is hashed was this one. */
interface Trail {
  objects: WeakRef<readonly object[]> | undefined
  /** How often in a row it was left before its end. */
  lost: number
  /** Messages to come that are not worth remembering. */
  wait: number
}

export class Trails {
  readonly #trails: WeakMap<object, Trail> = new WeakMap()
  #key: object | undefined = undefined
  #followed: Trail | undefined = undefined

  /**
   * The objects of an earlier message, all different, which had `key` as its first after those that are scanned, and none
   * of these except in its own place.
   */
  find(key: object, scanned: readonly (object | undefined)[]): readonly object[] | undefined {
    this.#key = key
    const trail = this.#trails.get(key)
    const objects = trail?.objects?.deref()
    if (objects === undefined) return undefined
    let strangers = 0
    for (let index = 0; index < scanned.length; index++) {
      const object = scanned[index]!
      if (objects[index] === object) continue
      if (++strangers > STRANGERS_MAX || objects.includes(object)) return undefined
    }
    this.#followed = trail
    return objects
  }

  /** The trail that was found has ended, or goes elsewhere. */
  lose(): void {
    const trail = this.#followed!
    trail.objects = undefined
    trail.lost = Math.min(LOST_MAX, trail.lost + 1)
    trail.wait = 2 ** trail.lost - 2
    this.#followed = undefined
  }

  /** The objects of a message that followed none to the end. */
  remember(objects: ReadonlySet<object>): void {
    if (objects.size < OBJECTS_MIN) return
    const key = this.#key!
    const trail = this.#trails.get(key)
    if (trail === undefined) this.#trails.set(key, { objects: undefined, lost: 0, wait: 0 })
    else if (trail.wait > 0) trail.wait--
    else trail.objects = new WeakRef([...objects])
  }

  /** The message is at its end. */
  leave(): void {
    if (this.#followed !== undefined) this.#followed.lost = 0
    this.#followed = undefined
    this.#key = undefined
  }
}
