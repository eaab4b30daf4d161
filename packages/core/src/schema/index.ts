/**
 * `@slipring/core/schema`: messages of a shape that both sides know.
 *
 * @module
 * @stable
 * @since 0.2
 */

export { moduleOf, useCode } from './ahead.ts'
export type { ArrayOf, ElementName } from './arrays.ts'
export { DecodeError, isDecodeError, isSchemaError, SchemaError } from '../errors.ts'
export { createSpan, type Span } from '../codec/span.ts'
export {
  any,
  type AnySchema,
  bool,
  bytes,
  columns,
  type ColumnsValue,
  type ColumnsView,
  date,
  enums,
  f32,
  f64,
  type Fields,
  fixedBytes,
  fixedList,
  fixedString,
  flags,
  i16,
  i32,
  i53,
  i64,
  i8,
  latin1,
  list,
  type ListView,
  literal,
  map,
  nullable,
  type NumberSchema,
  optional,
  type OptionalSchema,
  type Plain,
  recursive,
  string,
  struct,
  type StructSchema,
  type StructValue,
  type StructView,
  type Table,
  table,
  type TableOptions,
  type TableRow,
  type TableView,
  tuple,
  typedArray,
  u16,
  u32,
  u53,
  u64,
  u8,
  union,
  type UnionValue,
  type UnionView,
  varint,
  withDefault,
} from './constructors.ts'
export { readerOf } from './reader-of.ts'
export { SchemaMismatch } from './resolve.ts'
export { fromJsonSchema } from './json-schema.ts'
export type { FromJsonSchema } from './json-schema-values.ts'
export type { Memory } from './memory.ts'
export { type Infer, type InferView, Schema, type SchemaOptions } from './schema.ts'
export { Viewer } from './viewer.ts'
