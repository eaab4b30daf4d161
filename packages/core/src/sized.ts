/**
 * Classes with many fields of which few objects are made, one after the other. V8 decides at the seventh how many fields an
 * object of the class holds in itself, by the objects that were made before and are still known. Where all of those are gone,
 * it decides for none, and then keeps objects with more than a dozen private fields as dictionaries, for good: a port was
 * four times as slow from the seventh worker on (docs/decisions/0016). So that decision is made while the second one lives;
 * a thread that has one port, as most workers, needs none.
 */

/** More than the seven, in case that number grows. */
const ENOUGH = 16

const met = new WeakSet<Function>()
const sized = new WeakSet<Function>()

/**
 * Call while an object of the class `type` is being made; `base` is the class that it descends from and that has no base
 * itself, whose constructor is called some times more.
 */
export function sizeSoon(base: new () => object, type: Function): void {
  if (sized.has(type)) return
  if (!met.has(type)) return void met.add(type)
  sized.add(type)
  // Once all fields of the object are there.
  void Promise.resolve().then(() => {
    for (let made = 0; made < ENOUGH; made++) Reflect.construct(base, [], type)
  })
}

/** Base of such a class that has none. */
// oxlint-disable-next-line typescript/no-extraneous-class -- what it is for is to be called without the classes that descend from it
export class Sized {
  constructor() {
    sizeSoon(Sized, new.target)
  }
}
