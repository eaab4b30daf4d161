/** The functions that make schemas. */
import type { Inferred } from '../codec/registry.ts'
import { requireOptions } from '../errors.ts'
import type { ArrayOf, ElementName } from './arrays.ts'
import { DefaultValue } from './default-value.ts'
import { AnyType } from './kinds/any.ts'
import { BoolType } from './kinds/bool.ts'
import { type Constant, EnumType, LiteralType } from './kinds/choice.ts'
import { columnsType } from './kinds/columns.ts'
import { DefaultType } from './kinds/default.ts'
import { FixedStringType } from './kinds/fixed-string.ts'
import { FlagsType } from './kinds/flags.ts'
import { growingTableType } from './kinds/growing-table.ts'
import { FixedListType, ListType } from './kinds/list.ts'
import { MapType } from './kinds/map.ts'
import { MaybeType } from './kinds/maybe.ts'
import { RecursiveType } from './kinds/recursive.ts'
import { ScalarType } from './kinds/scalar.ts'
import { StringType } from './kinds/string.ts'
import { tableType } from './kinds/table.ts'
import { StructType, TupleType } from './kinds/struct.ts'
import { FixedArrayType, TypedArrayType } from './kinds/typed-array.ts'
import { UnionType } from './kinds/union.ts'
import { VarintType } from './kinds/varint.ts'
import { Schema } from './schema.ts'
import { Type } from './type.ts'

/** Any schema. */
export type AnySchema = Schema<any, any>

/** A schema that may be absent in a struct. */
export type OptionalSchema<T, V = T> = Schema<T | undefined, V | undefined> & { readonly isOptional: true }

/** A view of a list. If its elements are structs or lists, one view moves from element to element. */
export interface ListView<T, V> extends Iterable<V> {
  readonly length: number
  /** The element at an index, which counts from the end if it is negative; undefined if there is none. */
  at(index: number): V | undefined
  /** The whole list, as arrays and objects. */
  copy(): T[]
}

/** A view of a struct. Each property reads the bytes when it is asked for. */
export type StructView<F extends Fields> = { readonly [K in keyof F]: ViewOf<F[K]> } & Copied<keyof F, StructValue<F>>

/** A view of a union: the view of the struct that the value is. */
export type UnionView<K extends string, S extends Readonly<Record<string, AnySchema>>> = {
  [N in keyof S & string]: { readonly [P in K]: N } & Omit<ViewOf<S[N]>, K | Exclude<'copy', FieldNames<S[N]>>> &
    Copied<K | FieldNames<S[N]>, Flat<{ [P in K]: N } & Omit<ValueOf<S[N]>, K>>>
}[keyof S & string]

/** A schema whose views are plain values. */
export type Plain<T> = Schema<T, T>

export type Fields = Readonly<Record<string, AnySchema>>

type ValueOf<S> = S extends Schema<infer T, any> ? T : never
type ViewOf<S> = S extends Schema<any, infer V> ? V : never
type OptionalKeys<F extends Fields> = { [K in keyof F]: F[K] extends { isOptional: true } ? K : never }[keyof F]
type FieldNames<S> = S extends { fields: infer F } ? keyof F : never
/** `copy()` of a view. If a field has that name, use `copyOf` of the schema. */
type Copied<Names, T> = 'copy' extends Names ? unknown : { copy(): T }
type Flat<T> = { [K in keyof T]: T[K] }

/** The objects of a struct. */
export type StructValue<F extends Fields> = Flat<
  { -readonly [K in Exclude<keyof F, OptionalKeys<F>>]: ValueOf<F[K]> } & {
    -readonly [K in OptionalKeys<F>]?: ValueOf<F[K]>
  }
>

type TupleValue<S extends readonly AnySchema[]> = { -readonly [I in keyof S]: ValueOf<S[I]> }

/** The objects of a union: the objects of each struct, with the tag. */
export type UnionValue<K extends string, S extends Readonly<Record<string, AnySchema>>> = {
  [N in keyof S & string]: Flat<{ [P in K]: N } & Omit<ValueOf<S[N]>, K>>
}[keyof S & string]

/** A schema of numbers that typed arrays hold. Only the compiler knows of `element`. */
export type NumberSchema<E extends ElementName> = Plain<ArrayOf[E][number]> & { readonly element: E }

/** A schema of a struct. Only the compiler knows of `fields`. */
export type StructSchema<F extends Fields> = Schema<StructValue<F>, StructView<F>> & { readonly fields: F }

/** A typed array for each number of a struct, with its values of all rows. */
export type ColumnsValue<F extends Fields> = {
  -readonly [K in keyof F]: F[K] extends { element: infer E extends ElementName }
    ? ArrayOf[E]
    : F[K] extends { fields: infer G extends Fields }
      ? ColumnsValue<G>
      : never
}

/** A view of columns: typed arrays, in place if the memory is aligned for them. */
export type ColumnsView<F extends Fields> = {
  readonly [K in keyof F]: F[K] extends { fields: infer G extends Fields } ? ColumnsView<G> : ColumnsValue<F>[K]
} & Copied<keyof F, ColumnsValue<F>>

/** A row of a table: its numbers, its id, and its place in the columns. */
export type TableRow<F extends Fields> = {
  /** The id. It stays the same until the row is removed; then no row has it. */
  readonly id: number
  readonly index: number
  /** False after the row was removed. */
  readonly isLive: boolean
} & { readonly [K in keyof F]: ValueOf<F[K]> }

interface AnyTable<F extends Fields, R> extends Iterable<R> {
  readonly capacity: number
  readonly size: number
  /** Counts the changes. Keep it for the next call of `changes`. */
  readonly clock: number
  /** Whether there is a row with that id. */
  has(id: number): boolean
  /** The index in the columns of the row with that id. Throws `RangeError` when no row has it. */
  indexOf(id: number): number
  /** The row with that id. It is the same object for every call. Throws as `indexOf`. */
  row(id: number): R
  /** The rows that changed, came or went since the clock was `since`, the newest first. One object moves from row to row. */
  changes(since: number): Iterable<TableRow<F>>
}

/** A table that is read in place. */
export interface TableView<F extends Fields> extends AnyTable<F, TableRow<F>> {
  /** Typed arrays, in place. */
  readonly columns: ColumnsValue<F>
  copy(): Table<F>
}

/** Rows that come and go, stored by columns. */
export interface Table<F extends Fields> extends AnyTable<
  F,
  { -readonly [K in keyof F]: ValueOf<F[K]> } & Pick<TableRow<F>, 'id' | 'index' | 'isLive'>
> {
  /** Typed arrays, in place. After a write to them, call `changed` or `changedAll`. */
  readonly columns: ColumnsValue<F>
  /** Adds a row and returns its id. Throws `RangeError` when the table is full, `TypeError` for a name that rows do not have. */
  add(values?: { readonly [K in keyof F]?: ValueOf<F[K]> }): number
  /** Removes a row. Throws `RangeError` when no row has that id. */
  remove(id: number): void
  /** Notes that the row has changed in the columns. Throws as `remove`. */
  changed(id: number): void
  /** Notes that all rows have changed in the columns. */
  changedAll(): void
}

function number<E extends ElementName>(name: E): NumberSchema<E> {
  return new Schema(new ScalarType(name)) as unknown as NumberSchema<E>
}

// Marked as pure, so that a bundle leaves out the types that a program does not import.
/** Integers of 8, 16 and 32 bits. */
export const u8: NumberSchema<'u8'> = /* @__PURE__ */ number('u8')
export const u16: NumberSchema<'u16'> = /* @__PURE__ */ number('u16')
export const u32: NumberSchema<'u32'> = /* @__PURE__ */ number('u32')
export const i8: NumberSchema<'i8'> = /* @__PURE__ */ number('i8')
export const i16: NumberSchema<'i16'> = /* @__PURE__ */ number('i16')
export const i32: NumberSchema<'i32'> = /* @__PURE__ */ number('i32')
/** BigInts of 64 bits. */
export const u64: NumberSchema<'u64'> = /* @__PURE__ */ number('u64')
export const i64: NumberSchema<'i64'> = /* @__PURE__ */ number('i64')
/** Integers that a number holds exactly, in 8 bytes. */
export const u53: Plain<number> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new ScalarType('u53'))
export const i53: Plain<number> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new ScalarType('i53'))
/** Integers from 0 to `2^53 - 1`, in 1 to 8 bytes. */
export const varint: Plain<number> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new VarintType())
/** Numbers in 4 bytes, rounded as by `Math.fround`. */
export const f32: NumberSchema<'f32'> = /* @__PURE__ */ number('f32')
export const f64: NumberSchema<'f64'> = /* @__PURE__ */ number('f64')
/** true or false: one bit. */
export const bool: Plain<boolean> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new BoolType())
/** A `Date`; may be invalid. */
export const date: Plain<Date> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new ScalarType('date'))
/** Any string, lone surrogates included. */
export const string: Plain<string> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new StringType(false))
/** Strings of the characters up to U+00FF. */
export const latin1: Plain<string> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new StringType(true))
/** A `Uint8Array` of any length. Decoding copies its bytes; a view reads them in place. */
export const bytes: Plain<Uint8Array> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new TypedArrayType('u8'))
/** Any value that structured clone carries in bytes. */
export const any: Plain<unknown> = /* @__PURE__ */ new Schema(/* @__PURE__ */ new AnyType())

/** Strings of at most `length` characters up to U+00FF, always in the same place. */
export function fixedString(length: number): Plain<string> {
  return new Schema(new FixedStringType(length))
}

/** A `Uint8Array` of `length` bytes, always in the same place. */
export function fixedBytes(length: number): Plain<Uint8Array> {
  return new Schema(new FixedArrayType('u8', length))
}

/** A typed array of elements named as the schemas are: `typedArray('f32')` is a `Float32Array`. */
export function typedArray<E extends ElementName>(element: E): Plain<ArrayOf[E]> {
  return new Schema(new TypedArrayType(element))
}

/** One of the names. */
export function enums<const N extends readonly string[]>(...names: N): Plain<N[number]> {
  return new Schema(new EnumType(names))
}

/** An object with a boolean for each of the names. */
export function flags<const N extends readonly string[]>(...names: N): Plain<Record<N[number], boolean>> {
  return new Schema(new FlagsType(names))
}

/** Always this value. */
export function literal<const C extends Constant>(value: C): Plain<C> {
  return new Schema(new LiteralType(value))
}

/**
 * Objects with these fields, in this order. Other properties of a value are ignored. The other side need not know fields at the
 * end that are `optional` or `withDefault`. Throws `TypeError` for a field that is no schema.
 */
export function struct<F extends Fields>(fields: F): StructSchema<F> {
  const types = Object.entries(fields).map(([name, schema]) => ({
    name,
    type: typeOf(schema, `field ${JSON.stringify(name)} of a struct`),
  }))
  return new Schema(new StructType(types)) as unknown as StructSchema<F>
}

/** `count` structs of numbers, stored by columns: an object with a typed array for each number. */
export function columns<F extends Fields>(
  row: StructSchema<F>,
  count: number,
): Schema<ColumnsValue<F>, ColumnsView<F>> {
  return new Schema(columnsType(typeOf(row, 'row of columns'), count))
}

/** Options of a table. */
export interface TableOptions {
  /** A full table doubles its capacity, up to this one. Default: it does not grow. */
  readonly maxCapacity?: number | undefined
}

/**
 * A table of up to `capacity` rows, or with `maxCapacity` one that grows. Each row is a struct of numbers and has an id. A reader
 * can ask which rows have changed. A table is made by `update` of a state, by `draft()`, or by `copy()` of a view.
 *
 * @throws TypeError when `row` is no struct of numbers or `options` is no object; RangeError for capacities that are not 1 to
 *   2,097,152, and for a `maxCapacity` below `capacity`.
 */
export function table<F extends Fields>(
  row: StructSchema<F>,
  capacity: number,
  options: TableOptions = {},
): Schema<Table<F>, TableView<F>> {
  requireOptions('make a table', options, '{ maxCapacity: 100_000 }')
  const type = typeOf(row, 'row of a table')
  const { maxCapacity } = options
  return new Schema(
    maxCapacity === undefined ? tableType(type, capacity) : growingTableType(type, capacity, maxCapacity),
  )
}

/** A field that may be absent. An absent key is the same as undefined. */
export function optional<T, V>(schema: Schema<T, V>): OptionalSchema<T, V> {
  return new Schema(new MaybeType(typeOf(schema, 'value of an optional'), 'undefined')) as OptionalSchema<T, V>
}

/**
 * A field that a later version adds at the end of a struct. It is read as `value` if the other side does not know it. An absent
 * key is written as `value`, although the type of the field does not let it be absent.
 *
 * Throws `SchemaError` for a value that does not fit the schema. A schema that contains itself may not be made yet: the first
 * use of the value then throws that error.
 */
export function withDefault<T, V>(schema: Schema<T, V>, value: Inferred<T>): Schema<T, V> {
  const type = typeOf(schema, 'value with a default')
  return new Schema(new DefaultType(type, new DefaultValue(schema, value)))
}

/** null, or a value of the schema. */
export function nullable<T, V>(schema: Schema<T, V>): Schema<T | null, V | null> {
  return new Schema(new MaybeType(typeOf(schema, 'value of a nullable'), 'null'))
}

/** Arrays of any length. */
export function list<T, V>(schema: Schema<T, V>): Schema<T[], ListView<T, V>> {
  return new Schema(new ListType(typeOf(schema, 'element of a list')))
}

/** An array of exactly `length` elements. */
export function fixedList<T, V>(schema: Schema<T, V>, length: number): Schema<T[], ListView<T, V>> {
  return new Schema(new FixedListType(typeOf(schema, 'element of a fixedList'), length))
}

/** Arrays with one element for each schema, in this order. */
export function tuple<const S extends readonly AnySchema[]>(...schemas: S): Plain<TupleValue<S>> {
  return new Schema(new TupleType(schemas.map((schema, index) => typeOf(schema, `element ${index} of a tuple`))))
}

/** A `Map`, in the order of its entries. */
export function map<K, T>(key: Schema<K, any>, value: Schema<T, any>): Plain<Map<K, T>> {
  return new Schema(new MapType(typeOf(key, 'key of a map'), typeOf(value, 'value of a map')))
}

/** Objects of one of several structs. The property `tag` has the name of the struct. */
export function union<const K extends string, S extends Readonly<Record<string, AnySchema>>>(
  tag: K,
  structs: S,
): Schema<UnionValue<K, S>, UnionView<K, S>> {
  const types = Object.entries(structs).map(
    ([name, schema]) => [name, typeOf(schema, `struct ${JSON.stringify(name)} of a union`)] as const,
  )
  return new Schema(new UnionType(tag, Object.fromEntries(types)))
}

/** A schema that is still being made: `recursive(() => Tree)` inside `Tree`. The type of `Tree` must then be written down. */
export function recursive<T, V>(schema: () => Schema<T, V>): Schema<T, V> {
  if (typeof schema !== 'function')
    throw new TypeError('Cannot make a recursive schema: use a function that gives it, such as () => Tree')
  return new Schema(new RecursiveType(() => typeOf(schema() ?? throwNotMade(), 'schema of a recursive')))
}

// A `const` throws this by itself. If a bundler turns it into a `var`, that does not.
function throwNotMade(): never {
  throw new ReferenceError('Cannot use undefined as the schema of a recursive: use a schema, and not before it is made')
}

function typeOf(schema: Partial<AnySchema> | null | undefined, as: string): Type {
  const type = schema?.type
  if (type instanceof Type) return type
  // Its types know only one another: ours would read it wrong.
  if (typeof type === 'object')
    throw new TypeError(`Cannot use a schema of another copy of @slipring/core as the ${as}: make both by one copy`)
  throw new TypeError(`Cannot use ${shown(schema)} as the ${as}: use a schema, such as u8 or struct({ ... })`)
}

function shown(value: unknown): string {
  if (typeof value === 'function') return `the function ${value.name}`
  return typeof value === 'object' && value !== null ? 'an object that is no schema' : String(value)
}
