/**
 * Long arrays of elements and nothing else. The language tells of properties beside the elements only by all keys of an array
 * as texts, which takes longer than all else of an array of numbers: 5 ns an element, from some ten thousand on 40. Node's
 * `inspect` asks the engine for those that are no index, in half a microsecond for any length, and can be told to look at no
 * element (docs/decisions/0020).
 */
import { inspect } from './engine.ts'
import { isIndex } from './property-key.ts'

/** From this many elements on it is quicker. */
export const LONG = 256

const OPTIONS = {
  maxArrayLength: 0,
  depth: 0,
  breakLength: Infinity,
  colors: false,
  customInspect: false,
  getters: false,
  numericSeparator: false,
  showHidden: false,
  showProxy: false,
  sorted: false,
} as const

const { getPrototypeOf } = Object
const arrayPrototype = Array.prototype
const objectPrototype = Object.prototype

/** Whether a long array, no Proxy, has all its elements and no property beside them; false also where that is not known. */
export function isWhole(value: readonly unknown[], length: number): boolean {
  if (inspect === undefined || !isOrdinary(value)) return false
  if (inspect(value, OPTIONS) !== `[ ... ${length} more items ]`) return false
  for (let index = 0; index < length; index++) if (!(index in value)) return false
  return !areInherited()
}

/** `inspect` calls what a program has put in these places: a getter of the tag, and traps of a prototype. */
function isOrdinary(value: readonly unknown[]): boolean {
  return (
    getPrototypeOf(value) === arrayPrototype &&
    getPrototypeOf(arrayPrototype) === objectPrototype &&
    !(Symbol.toStringTag in value)
  )
}

/** Elements of a prototype would be found in the place of those that are missing. Their names, hidden ones too, take 4 µs. */
function areInherited(): boolean {
  const [first] = Object.keys(objectPrototype)
  return Object.keys(arrayPrototype).length > 0 || (first !== undefined && isIndex(first))
}
