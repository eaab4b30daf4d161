/** Claims of published benchmarks, each as a ratio of two systems that this repository measures too. */

export interface Claim {
  /** The suite, workload and part that measure the same. */
  readonly suite: 'schema' | 'codec-rivals'
  readonly workload: string
  readonly part: 'encode' | 'decode' | 'round trip'
  /** How many times as fast as `over` it is. */
  readonly system: string
  readonly over: string
  readonly published: number
  /** The benchmark's own workload, where we have something like it only. */
  readonly instead?: string
}

export interface PublishedTable {
  readonly title: string
  readonly about: string
  readonly claims: readonly Claim[]
}

const claim =
  (suite: Claim['suite'], system: string, over: string, instead?: string) =>
  (workload: string, part: Claim['part'], published: number): Claim => ({
    suite,
    workload,
    part,
    system,
    over,
    published,
    ...(instead === undefined ? {} : { instead }),
  })

type Claiming = ReturnType<typeof claim>

const both = (of: Claiming, workload: string, encode: number, decode: number): Claim[] => [
  of(workload, 'encode', encode),
  of(workload, 'decode', decode),
]

const compiled = claim('schema', 'slipring', 'JSON', 'its compiled codec')
const fieldsPooled = claim('codec-rivals', 'fields pooled', 'JSON', 'its writer with a method for each field')
const trips = (system: string, encode: number): Claim =>
  claim('schema', system, 'JSON')('Citibike 100', 'encode', encode)
const otherMessagePack = claim('codec-rivals', 'slipring', 'msgpackr', 'its MessagePack')
const handMessagePack = claim('codec-rivals', 'MessagePack', 'msgpackr', 'its MessagePack')
const changes = (system: string, workload: string, published: number): Claim =>
  claim('codec-rivals', system, 'JSON each')(workload, 'encode', published)

export const PUBLISHED_TABLES: readonly PublishedTable[] = [
  {
    title: 'A. A codec compiled from schemas, for an exchange',
    about:
      'A compiler of schemas published how many times as fast as JSON it writes and reads messages. Our schemas stand for its compiled codec. Its first codec had a method for each field; fields written by hand stand for that.',
    claims: [
      ...both(compiled, 'Ticker', 11.5, 2.2),
      ...both(compiled, 'Order', 9.5, 4),
      ...both(compiled, 'Book', 42.9, 18),
      fieldsPooled('Ticker', 'encode', 7.8),
      claim('codec-rivals', 'fields unpooled', 'JSON')('Ticker', 'round trip', 0.64),
    ],
  },
  {
    title: 'B. Serialization in Node of bicycle trips',
    about:
      'It measured how long it takes to write 100,000 trips. Its ratios are those of each library to JSON, once the library is used well. Our message has 100 trips, as a message to a worker may.',
    claims: [
      trips('pbf', 2.56),
      trips('avsc', 2.46),
      trips('msgpackr', 2.02),
      trips('cbor-x', 2.01),
      trips('bebop', 0.53),
      trips('flatbuffers', 0.39),
      trips('protobuf.js', 0.26),
    ],
  },
  {
    title: 'C. A MessagePack measured against msgpackr',
    about:
      'It published where it is behind msgpackr. It is not on npm, so a MessagePack by hand with the usual tricks stands in its place. Our codec is measured against msgpackr, too.',
    claims: [
      ...both(handMessagePack, 'tiny', 0.4, 0.66),
      ...both(handMessagePack, 'fill 1000', 0.78, 0.77),
      ...both(handMessagePack, 'fill 10000', 0.72, 0.78),
      ...both(handMessagePack, 'two fills of 65577', 0.8, 0.85),
      ...both(handMessagePack, 'nested 100', 0.65, 0.63),
      ...both(handMessagePack, 'mixed', 0.69, 0.55),
      ...both(otherMessagePack, 'tiny', 0.4, 0.66),
      ...both(otherMessagePack, 'fill 1000', 0.78, 0.77),
      ...both(otherMessagePack, 'nested 100', 0.65, 0.63),
      ...both(otherMessagePack, 'mixed', 0.69, 0.55),
    ],
  },
  {
    title: 'D. Sia',
    about:
      'It published how fast it writes and reads a record of a person, compared with JSON, protobuf.js and msgpackr. Sia on npm (`sializer`) is not the version that it measured.',
    claims: [
      ...both(claim('schema', 'sia', 'JSON'), 'User', 3.9, 4),
      ...both(claim('schema', 'protobuf.js', 'JSON'), 'User', 1.5, 1.71),
      ...both(claim('schema', 'msgpackr', 'JSON'), 'User', 1.35, 1.31),
    ],
  },
  {
    title: 'E. JSON against binary, for a bridge to WebAssembly',
    about:
      'It published how long it takes to write changes of a shop. Each change is a path and a value. The ratios compare with its first version, which wrote a JSON text for each change.',
    claims: [
      changes('JSON fast paths', 'ecommerce S05', 6.15),
      changes('binary', 'ecommerce S05', 0.42),
      changes('binary interned', 'ecommerce S05', 3.99),
      changes('fast-json-stringify', 'ecommerce S05', 0.33),
      changes('JSON fast paths', 'ecommerce FULL', 1.59),
      changes('binary', 'ecommerce FULL', 0.37),
      changes('binary interned', 'ecommerce FULL', 1.04),
    ],
  },
]
