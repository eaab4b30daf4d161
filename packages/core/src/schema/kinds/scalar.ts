/** Numbers of a fixed size, dates among them: in the head, little-endian. */
import { addressOf, type Emitter, type Place } from '../emitter.ts'
import { refuse, refuseBytes, refuseLimits } from '../misfit.ts'
import { FIXED, type Layout, Type } from '../type.ts'
import type { Input, Output } from '../input-output.ts'

export type ScalarName =
  | 'u8'
  | 'u16'
  | 'u32'
  | 'u64'
  | 'i8'
  | 'i16'
  | 'i32'
  | 'i64'
  | 'u53'
  | 'i53'
  | 'f32'
  | 'f64'
  | 'date'

type Store =
  | 'Uint8'
  | 'Uint16'
  | 'Uint32'
  | 'Int8'
  | 'Int16'
  | 'Int32'
  | 'Float32'
  | 'Float64'
  | 'BigUint64'
  | 'BigInt64'

interface Form {
  readonly store: Store
  readonly bytes: number
  /** Of integers: from which to which. */
  readonly limits?: string
  /** An expression that is true for a value that does not fit; undefined where `toStored` finds out. */
  readonly misfit: (value: string) => string
  readonly isMisfit: (value: unknown) => boolean
  /** How the value is stored, where not as it is. */
  readonly toStored?: readonly [text: (value: string) => string, convert: (value: never) => number]
  readonly fromStored?: readonly [text: (value: string) => string, convert: (value: number) => unknown]
  /** An expression that is true for a stored number that no encoder writes. */
  readonly corrupt?: readonly [text: (value: string) => string, isCorrupt: (value: number) => boolean]
}

// As it was when this module was loaded, as in the codec: dates that come are what was sent.
const PlatformDate = Date
const getTime = Date.prototype.getTime

const whole = (
  store: Store,
  bytes: number,
  limits: string,
  wrap: (value: string) => string,
  wrapped: (value: number) => number,
): Form => ({
  store,
  bytes,
  limits,
  misfit: (value) => `typeof ${value} !== 'number' || ${value} !== (${wrap(value)})`,
  isMisfit: (value) => typeof value !== 'number' || value !== wrapped(value),
})

const safe = (isSigned: boolean): Form => {
  // Engines have an instruction or two for it, also in the check that it is a number at all.
  const isOutside = (value: unknown): boolean => !Number.isSafeInteger(value) || (!isSigned && (value as number) < 0)
  const lowest = isSigned ? Number.MIN_SAFE_INTEGER : 0
  // Of what is known to be a double, this is quicker.
  const notWhole = (value: string): string =>
    `!(${value} >= ${lowest} && ${value} <= ${Number.MAX_SAFE_INTEGER} && Math.floor(${value}) === ${value})`
  const outside = (value: string): string => `!Number.isSafeInteger(${value})${isSigned ? '' : ` || ${value} < 0`}`
  return {
    store: 'Float64',
    bytes: 8,
    limits: isSigned ? '-2^53 + 1 to 2^53 - 1' : '0 to 2^53 - 1',
    misfit: outside,
    isMisfit: isOutside,
    // An integer has no negative zero.
    toStored: [(value) => `${value} + 0`, (value: number) => value + 0],
    corrupt: [notWhole, isOutside],
  }
}

const float = (store: Store, bytes: number): Form => ({
  store,
  bytes,
  misfit: (value) => `typeof ${value} !== 'number'`,
  isMisfit: (value) => typeof value !== 'number',
})

const big = (store: Store, limits: string, wrap: 'asUintN' | 'asIntN'): Form => ({
  store,
  bytes: 8,
  limits,
  misfit: (value) => `BigInt.${wrap}(64, ${value}) !== ${value}`,
  isMisfit: (value) => typeof value !== 'bigint' || BigInt[wrap](64, value) !== value,
})

const FORMS: Readonly<Record<ScalarName, Form>> = {
  u8: whole(
    'Uint8',
    1,
    '0 to 255',
    (value) => `${value} & 0xff`,
    (value) => value & 0xff,
  ),
  u16: whole(
    'Uint16',
    2,
    '0 to 65535',
    (value) => `${value} & 0xffff`,
    (value) => value & 0xffff,
  ),
  u32: whole(
    'Uint32',
    4,
    '0 to 2^32 - 1',
    (value) => `${value} >>> 0`,
    (value) => value >>> 0,
  ),
  u64: big('BigUint64', '0 to 2^64 - 1', 'asUintN'),
  i8: whole(
    'Int8',
    1,
    '-128 to 127',
    (value) => `${value} << 24 >> 24`,
    (value) => (value << 24) >> 24,
  ),
  i16: whole(
    'Int16',
    2,
    '-32768 to 32767',
    (value) => `${value} << 16 >> 16`,
    (value) => (value << 16) >> 16,
  ),
  i32: whole(
    'Int32',
    4,
    '-2^31 to 2^31 - 1',
    (value) => `${value} | 0`,
    (value) => value | 0,
  ),
  i64: big('BigInt64', '-2^63 to 2^63 - 1', 'asIntN'),
  u53: safe(false),
  i53: safe(true),
  f32: float('Float32', 4),
  f64: float('Float64', 8),
  date: {
    store: 'Float64',
    bytes: 8,
    misfit: (value) => `!isDate(${value})`,
    isMisfit: (value) => !isDate(value),
    toStored: [(value) => `getTime.call(${value})`, (value: Date) => getTime.call(value)],
    fromStored: [(value) => `new PlatformDate(${value})`, (value) => new PlatformDate(value)],
  },
}

export function isScalarName(name: string): name is ScalarName {
  return Object.hasOwn(FORMS, name)
}

export class ScalarType extends Type {
  readonly name: ScalarName
  readonly layout: Layout
  readonly #form: Form
  readonly #isBig: boolean

  constructor(name: ScalarName) {
    super()
    this.name = name
    this.#form = FORMS[name]
    this.#isBig = this.#form.store.startsWith('Big')
    this.layout = { ...FIXED, bytes: this.#form.bytes, align: this.#form.bytes }
  }

  describe(): string {
    return this.name
  }

  emitWrite(emitter: Emitter, value: string, place: Place): void {
    const { store, misfit, toStored } = this.#form
    if (this.name === 'date') bindDates(emitter)
    // Also where values are not checked: of a text that is no number the engine makes a SyntaxError.
    if (this.#isBig) emitter.leaveIf(`typeof ${value} !== 'bigint'`)
    emitter.checkNot(misfit(value))
    emitter.line(storeTo(store, addressOf(place), toStored === undefined ? value : toStored[0](value)))
  }

  emitRead(emitter: Emitter, place: Place): string {
    const { store, fromStored, corrupt } = this.#form
    const address = addressOf(place)
    if (this.name === 'date') bindDates(emitter)
    const stored = emitter.local('v', loadFrom(store, address))
    if (corrupt !== undefined) {
      emitter.bind('refuseNumber', refuseNumber)
      emitter.line(`if (${corrupt[0](stored)}) refuseNumber(${stored}, ${address})`)
    }
    return fromStored === undefined ? stored : fromStored[0](stored)
  }

  write(out: Output, value: unknown, at: number): void {
    const { store, isMisfit, toStored } = this.#form
    if (out.isChecked ? isMisfit(value) : this.#isBig && typeof value !== 'bigint') this.#refuse(value)
    const stored = toStored === undefined ? value : toStored[1](value as never)
    setAt(out.view, store, at, stored as never)
  }

  read(input: Input, at: number): unknown {
    const { store, fromStored, corrupt } = this.#form
    const stored = getAt(input.view, store, at) as number
    if (corrupt?.[1](stored) === true) refuseNumber(stored, at)
    return fromStored === undefined ? stored : fromStored[1](stored)
  }

  #refuse(value: unknown): never {
    const { limits } = this.#form
    if (limits !== undefined && typeof value === (this.#isBig ? 'bigint' : 'number'))
      refuseLimits(this.name, limits, value)
    refuse(this.name, value)
  }
}

// By names in the text, which engines know how to call; a name that is put together is looked up each time.
function setAt(view: DataView, store: Store, at: number, value: never): void {
  switch (store) {
    case 'Uint8':
      return view.setUint8(at, value)
    case 'Uint16':
      return view.setUint16(at, value, true)
    case 'Uint32':
      return view.setUint32(at, value, true)
    case 'Int8':
      return view.setInt8(at, value)
    case 'Int16':
      return view.setInt16(at, value, true)
    case 'Int32':
      return view.setInt32(at, value, true)
    case 'Float32':
      return view.setFloat32(at, value, true)
    case 'Float64':
      return view.setFloat64(at, value, true)
    case 'BigUint64':
      return view.setBigUint64(at, value, true)
    case 'BigInt64':
      return view.setBigInt64(at, value, true)
  }
}

function getAt(view: DataView, store: Store, at: number): unknown {
  switch (store) {
    case 'Uint8':
      return view.getUint8(at)
    case 'Uint16':
      return view.getUint16(at, true)
    case 'Uint32':
      return view.getUint32(at, true)
    case 'Int8':
      return view.getInt8(at)
    case 'Int16':
      return view.getInt16(at, true)
    case 'Int32':
      return view.getInt32(at, true)
    case 'Float32':
      return view.getFloat32(at, true)
    case 'Float64':
      return view.getFloat64(at, true)
    case 'BigUint64':
      return view.getBigUint64(at, true)
    case 'BigInt64':
      return view.getBigInt64(at, true)
  }
}

function storeTo(store: Store, address: string, value: string): string {
  return store === 'Uint8' ? `bytes[${address}] = ${value}` : `view.set${store}(${address}, ${value}, true)`
}

function loadFrom(store: Store, address: string): string {
  return store === 'Uint8' ? `bytes[${address}]` : `view.get${store}(${address}, true)`
}

function bindDates(emitter: Emitter): void {
  emitter.bind('isDate', isDate)
  emitter.bind('getTime', getTime)
  emitter.bind('PlatformDate', PlatformDate)
}

// By its internal slot: it may come from another realm, and an object may only look like one.
function isDate(value: unknown): value is Date {
  if (typeof value !== 'object' || value === null) return false
  try {
    getTime.call(value as Date)
    return true
  } catch {
    return false
  }
}

function refuseNumber(value: number, at: number): never {
  refuseBytes(`${value} is not among the integers of the type`, at)
}
