/** Views of messages: objects whose properties read the bytes where they lie, each time they are asked. */
import { bare } from '../bare.ts'
import type { Input } from './input-output.ts'

// Symbols: the names of fields are the user's.
export const BYTES: unique symbol = Symbol('bytes')
export const VIEW: unique symbol = Symbol('view')
export const HEAD: unique symbol = Symbol('head')
export const TAIL: unique symbol = Symbol('tail')
export const END: unique symbol = Symbol('end')
export const LENGTH: unique symbol = Symbol('length')
export const NEXT: unique symbol = Symbol('next')
/** Of a list whose elements have tails: the element whose tail was found last, and where that starts. */
export const FOUND: unique symbol = Symbol('found')
export const FOUND_TAIL: unique symbol = Symbol('found tail')
/** How many recursive types it is in. The same for all that a view is ever pointed at: it is in one place of the type. */
export const DEPTH: unique symbol = Symbol('depth')
/** All views inside, each made once and used again. */
export const PARTS: unique symbol = Symbol('parts')
/** `copy()` of a view of a struct that has a field of that name, and of a view that is no `RecordView`. */
export const COPY: unique symbol = Symbol('copy')
/** Gives the view of the elements of a loop the memory of its list. */
export const OPEN_ELEMENT: unique symbol = Symbol('open element')
/** Those of a view without generated code: of each slot, by what they are views of. */
const SLOTS: unique symbol = Symbol('slots')
const partFields: symbol[] = []
/** Empty except while views are released. So no view ends only in part by a stack overflow, and nothing is allocated. */
const toRelease: (RecordView | undefined)[] = []
let toReleaseCount = 0

const throwReleased = (): never => {
  throw new TypeError('This view is of a record that has been released: copy() keeps what is in one')
}
// Any access to the memory of a released view throws the reason.
const released = <T extends object>(memory: T): T => new Proxy(memory, { get: throwReleased })
export const NO_BYTES: Uint8Array = released(new Uint8Array(0))
const NO_VIEW: DataView = released(new DataView(new ArrayBuffer(0)))

/** Where a view reads. */
interface Reading {
  [BYTES]: Uint8Array
  [VIEW]: DataView
  [HEAD]: number
  [TAIL]: number
  [END]: number
  [DEPTH]: number
  [PARTS]: (RecordView | undefined)[]
  [SLOTS]?: (Map<object, RecordView> | undefined)[]
  [COPY]?(): unknown
}

interface ListReading {
  [LENGTH]: number
  [NEXT]: number
  [FOUND]: number
  [FOUND_TAIL]: number
}

/** The property of generated classes that has the view in a slot: quicker to get than an element of an array. */
export function partField(slot: number): symbol {
  return (partFields[slot] ??= Symbol(`part ${slot}`))
}

/** A view of a struct or a list. Each class sets the fields itself: a constructor for all classes is slow (docs/decisions/0012). */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- a class with computed names cannot be declared
export interface RecordView extends Reading {}
export abstract class RecordView {
  /** The present contents, as a value of its own. */
  abstract copy(): unknown

  /** `JSON.stringify` finds nothing in a view itself: its properties are those of its class. */
  toJSON(): unknown {
    return copyOf(this)
  }
}

// Nor does a console. A look must not throw.
Object.defineProperty(
  RecordView.prototype,
  Symbol.for('nodejs.util.inspect.custom'),
  bare({
    value(this: RecordView) {
      return this[BYTES] === NO_BYTES ? '[view of a released record]' : copyOf(this)
    },
  }),
)

/** The present contents of a view, whatever its fields are called. */
export function copyOf(view: unknown): unknown {
  const copy = (view as Partial<Reading> | null | undefined)?.[COPY]
  if (copy !== undefined) return copy.call(view as Reading)
  if (view instanceof RecordView) return view.copy()
  // A typed array may be over the memory itself.
  return ArrayBuffer.isView(view) && !(view instanceof DataView) ? (view as Uint8Array).slice() : view
}

/** Holds the view of a whole message. */
export abstract class MessageView extends RecordView {
  /** Moves to the message in bytes `[head, end)`, and returns its view. */
  abstract open(bytes: Uint8Array, view: DataView, head: number, end: number): unknown
}

// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- a class with computed names cannot be declared
export interface ListRecordView extends ListReading {}
export abstract class ListRecordView extends RecordView {
  /** Of the iteration: the list is its own iterator and its result, so that going through it makes nothing. */
  declare done: boolean
  declare value: unknown

  abstract at(index: number): unknown
  abstract next(): this

  get length(): number {
    const length = this[LENGTH]
    if (length === 0) requireHeld(this)
    return length
  }

  start(): this {
    this[NEXT] = 0
    this.done = false
    return this
  }
}

// Here, because a computed name in the class is nothing that a declaration can be made of without the compiler.
Object.defineProperty(ListRecordView.prototype, Symbol.iterator, bare({ value: ListRecordView.prototype.start }))

/** For who finds a list at its end: a released one is empty, so that nobody else has to ask. */
export function requireHeld(list: ListRecordView): void {
  if (list[VIEW] === NO_VIEW) throwReleased()
}

/** A place as `Array.prototype.at` takes it, where it is not a small integer. */
export function wholePlace(position: number): number {
  return Math.trunc(position) || 0
}

/** Points a view at a value whose head is at `head` and whose tail is at `tail`. */
export function point(
  part: RecordView,
  bytes: Uint8Array,
  view: DataView,
  head: number,
  tail: number,
  end: number,
  length?: number,
): void {
  part[BYTES] = bytes
  part[VIEW] = view
  part[HEAD] = head
  part[TAIL] = tail
  part[END] = end
  if (length !== undefined) {
    const list = part as ListRecordView
    list[LENGTH] = length
    list[FOUND] = 0
    list[FOUND_TAIL] = tail
  }
}

/** Gives a view without generated code the fields that nothing sets later. */
export function begun<View extends RecordView>(view: View, depth: number): View {
  view[DEPTH] = depth
  view[PARTS] = []
  return view
}

/** Points a view in a slot at a value. Where a slot has values of several types, each `key` has a view of its own. */
export function openPart(
  owner: RecordView,
  slot: number,
  key: object,
  classOf: () => new () => RecordView,
  input: Input,
  head: number,
  length?: number,
): RecordView {
  const views = ((owner[SLOTS] ??= [])[slot] ??= new Map<object, RecordView>())
  let part = views.get(key)
  if (part === undefined) {
    part = begun(new (classOf())(), input.depth)
    views.set(key, part)
    owner[PARTS].push(part)
  }
  point(part, input.bytes, input.view, head, input.tail, input.end, length)
  return part
}

export function inputOf(view: RecordView): Input {
  return { bytes: view[BYTES], view: view[VIEW], end: view[END], tail: view[TAIL], depth: view[DEPTH] }
}

/**
 * Ends a view, and all views that it has given out: their properties throw `TypeError` from now on. Copies (a string, an array, a
 * `copy()`) stay valid. Typed arrays over the memory itself do not.
 */
export function releaseView(own: RecordView): void {
  for (let view: RecordView | undefined = own; view !== undefined;) {
    view[BYTES] = NO_BYTES
    view[VIEW] = NO_VIEW
    if (view instanceof ListRecordView) view[LENGTH] = 0
    const parts = view[PARTS]
    for (let slot = 0; slot < parts.length; slot++) {
      const part = parts[slot]
      if (part !== undefined) toRelease[toReleaseCount++] = part
    }
    // Not by `pop`: an array that becomes empty gives its memory back, and would need it again for the next view.
    view = toReleaseCount === 0 ? undefined : toRelease[--toReleaseCount]
    toRelease[toReleaseCount] = undefined
  }
}
