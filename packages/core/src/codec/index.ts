/**
 * The codec: values to bytes and back, with the fidelity of structured clone.
 *
 * @module
 * @stable
 * @since 0.2
 */
export { createSpan, freshSpan, type Span, spanOver } from './span.ts'
export { type Codec, createCodec, decode, encode, encodeInto } from './message.ts'
export { type CodecOptions, type OwnClass, ownClass, type Registry, registryOf } from './registry.ts'
export { DecodeError, InstanceError, isDecodeError, isInstanceError } from '../errors.ts'
export { Encoder } from './encoder.ts'
export { Decoder } from './decoder.ts'
