/** The codec: values to bytes and back, with the fidelity of structured clone. */
export { createSpan, type Span } from './span.ts'
export { decode, encode, encodeInto } from './message.ts'
export { Encoder } from './encoder.ts'
export { Decoder } from './decoder.ts'
