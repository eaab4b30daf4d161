/** `@slipring/core/schema`: messages of a shape that both sides know. */

export type { ArrayOf, ElementName } from './arrays.ts'
export { DecodeError, isDecodeError, isSchemaError, SchemaError } from '../errors.ts'
export { createSpan, type Span } from '../codec/span.ts'
export {
  any,
  type AnySchema,
  bool,
  bytes,
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
  optional,
  type OptionalSchema,
  type Plain,
  recursive,
  string,
  struct,
  type StructValue,
  type StructView,
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
} from './constructors.ts'
export type { Memory } from './memory.ts'
export { type Infer, type InferView, Schema, type SchemaOptions } from './schema.ts'
export { Viewer } from './viewer.ts'
