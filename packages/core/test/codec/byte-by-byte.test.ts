// Compares the codec with docs/FORMAT.md, byte by byte. Other tests only show that encoder and decoder agree with each other.
import './soon.ts'
import { createSpan, decode, Decoder, encode, Encoder, type Span } from '../../src/codec/index.ts'
import { describe, expect, test } from 'vitest'
import { difference } from './difference.ts'

const BYTES = 1 << 16
/** After this many uses a shape has code of its own, by `soon`. */
const OFTEN = 100

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}

function bytesOf(text: string): Uint8Array {
  return Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
}

function spanOf(bytes: Uint8Array): Span {
  return createSpan(bytes.slice().buffer, 0, bytes.length)
}

/** The hexadecimal of a text's characters. */
const latin1 = (text: string): string => Buffer.from(text, 'latin1').toString('hex')
const utf16 = (text: string): string => Buffer.from(text, 'utf16le').toString('hex')
const double = (number: number): string => Buffer.from(Float64Array.of(number).buffer).toString('hex')
const bigint = (number: bigint): string => Buffer.from(BigInt64Array.of(number).buffer).toString('hex')
const repeat = (text: string, count: number): string => text.repeat(count)
const zeros = (count: number): string => repeat('00', count)

const keyed = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, n) => [`k${n}`, 1]))

const twin = {}
const loop: unknown[] = []
loop.push(loop)
const view = new Uint8Array([1, 2, 3])
const holes: unknown[] = [1, 0, 2, 0]
delete holes[1]
delete holes[3]
const sparse: unknown[] = []
sparse[200] = 1
const withProperty = Object.assign([1, 2], { a: 3 })
const thirteen = Array.from({ length: 13 }, () => [])

const messages: readonly [name: string, value: unknown, bytes: string][] = [
  ['undefined', undefined, '00 c0'],
  ['null', null, '00 c1'],
  ['false', false, '00 c2'],
  ['true', true, '00 c3'],

  ['0', 0, '00 00'],
  ['the largest integer of one byte', 127, '00 7f'],
  ['one more', 128, '00 c5 8000'],
  ['-1', -1, '00 c5 ffff'],
  ['the largest of two bytes', 32_767, '00 c5 ff7f'],
  ['one more', 32_768, '00 c6 00800000'],
  ['the smallest of two bytes', -32_768, '00 c5 0080'],
  ['one less', -32_769, '00 c6 ff7fffff'],
  ['the largest of four bytes', 2 ** 31 - 1, '00 c6 ffffff7f'],
  ['one more', 2 ** 31, `00 c7 ${double(2 ** 31)}`],
  ['the smallest of four bytes', -(2 ** 31), '00 c6 00000080'],
  ['one less', -(2 ** 31) - 1, `00 c7 ${double(-(2 ** 31) - 1)}`],
  ['-0', -0, '00 c7 0000000000000080'],
  ['a fraction', 1.5, '00 c7 000000000000f83f'],
  ['NaN', Number.NaN, '00 c7 000000000000f87f'],

  ['a BigInt of 64 bits', 1n, `00 c8 ${bigint(1n)}`],
  ['the largest', 2n ** 63n - 1n, '00 c8 ffffffffffffff7f'],
  ['one more', 2n ** 63n, '00 c9 08 0000000000000080'],
  ['the smallest', -(2n ** 63n), '00 c8 0000000000000080'],
  ['one less', -(2n ** 63n) - 1n, '00 ca 08 0100000000000080'],
  ['a BigInt of nine bytes', 2n ** 64n, '00 c9 09 000000000000000001'],

  ['the empty string', '', '00 80'],
  ['a short one', 'aé\0', '00 83 61e900'],
  ['16 characters', 'x'.repeat(16), `00 90 ${repeat('78', 16)}`],
  ['17', 'x'.repeat(17), `00 91 ${repeat('78', 17)}`],
  ['the longest short one', 'x'.repeat(63), `00 bf ${repeat('78', 63)}`],
  ['one more', 'x'.repeat(64), `00 cb 40 ${repeat('78', 64)}`],
  ['a length of two bytes', 'x'.repeat(128), `00 cb 8001 ${repeat('78', 128)}`],
  ['a character beyond Latin-1', 'ÿĀ', `00 cc 02 ${utf16('ÿĀ')}`],
  ['a lone surrogate', '\ud800', '00 cc 01 00d8'],
  ['17 code units', '漢'.repeat(17), `00 cc 11 ${utf16('漢'.repeat(17))}`],
  ['100 code units', '漢'.repeat(100), `00 cc 64 ${utf16('漢'.repeat(100))}`],

  ['an empty array', [], '00 cf 00'],
  ['an array', [1, 'a', null], '00 cf 03 01 8161 c1'],
  ['holes', holes, '00 cf 04 01 cd 02 cd'],
  ['a length of two bytes', Array.from({ length: 128 }, () => 0), `00 cf 8001 ${zeros(128)}`],
  ['few elements of many', sparse, '00 d0 c901 83 323030 01 ce'],
  ['a property beside the elements', withProperty, '00 d0 02 8130 01 8131 02 8161 03 ce'],
  ['a string again', ['a', 'a'], '00 cf 02 8161 8161'],
  ['an integer after a double', [1, 1.5, 1], `00 cf 03 01 c7 ${double(1.5)} 01`],
  ['seven doubles', Array.from({ length: 7 }, () => 0.5), `00 cf 07 ${repeat(`c7 ${double(0.5)}`, 7)}`],
  ['eight', Array.from({ length: 8 }, () => 0.5), `00 cf 08 df 08 ${repeat(double(0.5), 8)}`],
  ['a run of two with more elements behind it', [1.5, 2, 'a', ...'bcdefg'], `00 cf 09 df 02 ${double(1.5)} ${double(2)} ${[...'abcdefg'].map((text) => `81${latin1(text)}`).join('')}`], // oxfmt-ignore
  ['integers and -0', [1, 2, 3, 4, 5, 6, 7, 8, -0, 9, 1, 2, 3, 4, 5, 6], `00 cf 10 0102030405060708 df 08 ${[-0, 9, 1, 2, 3, 4, 5, 6].map(double).join('')}`], // oxfmt-ignore
  [
    'the most doubles in one run, and one more',
    Array.from({ length: 256 }, () => 0.5),
    `00 cf 8002 df ff ${repeat(double(0.5), 255)} c7 ${double(0.5)}`,
  ],

  ['an empty object', {}, '00 d1 ce'],
  ['an object with an index', { 7: 1, a: 2 }, '00 d1 8137 01 8161 02 ce'],
  ['an object with a name of Object.prototype', { toString: 1 }, `00 d1 88 ${latin1('toString')} 01 ce`],
  ['such a name beside another', { a: 1, toString: 2 }, `00 d1 8161 01 88 ${latin1('toString')} 02 ce`],
  ['an object', { a: 1, bc: 'd' }, '00 d2 02 8161 826263 01 8164'],
  ['two of a shape', { a: { b: 1 }, c: { b: 2 } }, '00 d2 02 8161 8163 d2 01 8162 01 d3 01 02'],
  ['three in an array', [{ a: 1 }, { a: 2 }, { a: 3 }], '00 cf 03 d2 01 8161 01 d300 02 d300 03'],
  ['an object without prototype', Object.assign(Object.create(null), { a: 1 }), '00 d2 01 8161 01'],

  ['the same object twice', [twin, twin], '01 cf 02 d1 ce dd 01'],
  ['an array in itself', loop, '01 cf 01 dd 00'],
  ['the thirteenth object again', [...thirteen, thirteen[12]], `01 cf 0e ${repeat('cf00', 13)} dd 0d`],
  [
    'the twelfth and the first of many',
    [...thirteen, thirteen[11], thirteen[0]],
    `01 cf 0f ${repeat('cf00', 13)} dd 0c dd 01`,
  ],

  ['a Map', new Map([[1, 'a']]), '00 d4 01 01 8161'],
  ['a Set', new Set([1, 'a']), '00 d5 02 01 8161'],
  ['a Date', new Date(0), `00 d6 ${zeros(8)}`],
  ['an invalid Date', new Date(Number.NaN), '00 d6 000000000000f87f'],
  ['a RegExp', /a+/gi, '00 d7 82612b 826769'],
  ['a boxed string', Object('a'), '00 d8 8161'],
  ['a boxed BigInt', Object(1n), `00 d8 c8 ${bigint(1n)}`],

  ['a buffer', view.buffer, '00 da 03 010203'],
  ['one of 63 bytes', new ArrayBuffer(63), `00 da 3f ${zeros(63)}`],
  ['one of 64, from the 8th byte on', new ArrayBuffer(64), `00 da 40 ${zeros(5)} ${zeros(64)}`],
  ['one of 64, that begins there anyway', ['abc', new ArrayBuffer(64)], `00 cf 02 83 616263 da 40 ${zeros(64 + 7)}`],
  ['a view', view, '00 dc 02 00 03 da 03 010203'],
  ['a part', new Uint8Array(view.buffer, 1, 1), '00 dc 02 01 01 da 03 010203'],
  ['a DataView', new DataView(view.buffer, 1), '00 dc 00 01 02 da 03 010203'],
  ['doubles', Float64Array.of(1.5), `00 dc 0a 00 01 da 08 ${double(1.5)}`],
  [
    'two views of one buffer',
    [view, new Int8Array(view.buffer)],
    '01 cf 02 dc 02 00 03 da 03 010203 dc 01 00 03 dd 02',
  ],
]

describe('encode() and decode()', () => {
  test.each(messages)('%s', (_name, value, bytes) => {
    expect(hex(encode(value))).toBe(bytes.replaceAll(' ', ''))
    expect(difference(decode(bytesOf(bytes)), structuredClone(value))).toBeUndefined()
  })
})

test.each([
  ['properties', '00 e2 d1 8161 01 ce', { a: 1 }],
  ['a shape', '00 e2 d2 01 8161 01', { a: 1 }],
  ['elements', '00 e3 cf 01 07', [7]],
  ['entries', '00 e4 d4 01 01 02', new Map([[1, 2]])],
  ['members', '00 e5 d5 01 07', new Set([7])],
])('what comes later may be %s', (_name, bytes, value) => {
  expect(difference(decode(bytesOf(bytes)), value)).toBeUndefined()
})

test.each([
  ['rows', () => [{ a: 1 }, { a: 2 }]],
  ['Maps', () => new Map([[1, 2]])],
  ['Sets', () => new Set([1])],
])('1,300 %s beside each other are no deeper than one', (_name, make) => {
  const value = Array.from({ length: 1300 }, (): unknown => make())
  expect(difference(decode(encode(value)), structuredClone(value))).toBeUndefined()
})

test('an object of 512 keys has a shape, and one of 8,192 characters; of more they have none', () => {
  expect(hex(encode(keyed(512))).slice(0, 8)).toBe('00d28004')
  expect(hex(encode(keyed(513))).slice(0, 4)).toBe('00d1')
  expect(hex(encode({ ['k'.repeat(8192)]: 1 })).slice(0, 12)).toBe('00d201cb8040')
  expect(hex(encode({ ['k'.repeat(8193)]: 1 })).slice(0, 4)).toBe('00d1')
})

test('Decoder.findBytes() refuses a view beyond its buffer', () => {
  const message = bytesOf('00 dc 02 01 03 da 03 010203')
  expect(() => new Decoder().findBytes(spanOf(message), 0, message.length)).toThrow(/a view of 3 bytes, too long/)
})

test('an error is its kind and parts, its message, its cause and its stack', () => {
  const error = new TypeError('no', { cause: 1 })
  error.stack = 'here'
  expect(hex(encode(error))).toBe(`00d935826e6f0184${latin1('here')}`)
  const copy = decode(bytesOf(`00 d9 35 82 6e6f 01 84 ${latin1('here')}`)) as TypeError
  expect([copy instanceof TypeError, copy.message, copy.cause, copy.stack]).toEqual([true, 'no', 1, 'here'])
  const bare = decode(bytesOf('00 d9 00 c0')) as Error
  expect([Object.hasOwn(bare, 'message'), Object.hasOwn(bare, 'cause')]).toEqual([false, false])
})

function direction(): (value: unknown) => string {
  const encoder = new Encoder()
  const decoder = new Decoder()
  const span = createSpan(new SharedArrayBuffer(BYTES), 0, BYTES)
  return (value: unknown): string => {
    const bytes = span.bytes.slice(0, encoder.encode(value, span, 0, BYTES))
    expect(difference(decoder.decode(spanOf(bytes), 0, bytes.length), structuredClone(value))).toBeUndefined()
    return hex(bytes)
  }
}

describe('a direction', () => {
  test('defines the first 64 shapes when they come, and names them from then on', () => {
    const carry = direction()
    expect(carry({ a: 1 })).toBe('00d201816101')
    expect(carry({ a: 2 })).toBe('00d30002')
    expect(carry({ b: 1 })).toBe('00d201816201')
    expect([carry({ a: 4 }), carry({ b: 3 }), carry({ a: 5 })]).toEqual(['00d30004', '00d30103', '00d30005'])
  })

  test('defines any other shape when it comes the second time', () => {
    const carry = direction()
    for (let shape = 0; shape < 64; shape++) carry({ [`key${shape}`]: 1 })
    expect(carry({ a: 1 })).toBe('00d1816101ce')
    expect(carry({ a: 2 })).toBe('00d201816102')
    expect(carry({ a: 3 })).toBe('00d34003')
  })

  test('writes 16 and more objects in an array as rows, once there is code for them', () => {
    const carry = direction()
    const rows = Array.from({ length: 16 }, () => ({ a: 1 }))
    for (let use = 0; use < OFTEN; use++) carry({ a: 1 })
    for (let use = 0; use < OFTEN; use++) carry(rows.slice(1))
    expect(carry(rows).slice(0, 12)).toBe('00cf10d30001')
    for (let use = 0; use < OFTEN; use++) carry(rows)
    expect(carry(rows)).toBe(`00cf10c4100000${repeat('01', 16)}`)
    expect(carry([...rows, 5, ...structuredClone(rows)])).toBe(
      `00cf21c4100000${repeat('01', 16)}05c4100000${repeat('01', 16)}`,
    )
    expect(carry(rows.slice(1))).toBe(`00cf0f${repeat('d30001', 15)}`)
  })

  test('takes 1,000 objects in objects for no deeper than one of them: none is put off', () => {
    const carry = direction()
    const value = Array.from({ length: 1000 }, () => ({ a: { b: 1 } }))
    for (let use = 0; use < OFTEN; use++) carry({ a: { b: 1 } })
    for (let use = 0; use < OFTEN; use++) carry(value.slice(0, 16))
    expect(carry(value)).toBe(`00cfe807c4e80300${repeat('d30101', 1000)}`)
  })
})

describe('a decoder refuses', () => {
  const refused: readonly [name: string, bytes: string, message: RegExp][] = [
    ['an unknown flag', '08 c0', /unknown flags 0x8/],
    ['bytes left over', '00 c0 c0', /Cannot decode/],
    ['no value', '00', /Cannot decode/],
    ['an integer that ends too early', '00 c6 000000', /Cannot decode/],
    ['a string that does', '00 82 61', /Cannot decode/],
    ['code units that do', '00 cc 02 616161', /Cannot decode/],
    ['an array longer than the message', '00 cf 03 01 01', /Cannot decode/],
    ['more doubles than elements', `00 cf 01 df 02 ${zeros(16)}`, /2 numbers/],
    ['no doubles', '00 cf 01 df 00', /0 numbers/],
    ['a reference to an object to come', '01 cf 01 dd 01', /Cannot decode/],
    ['a reference that no flag announced', '00 cf 01 dd 00', /Cannot decode/],
    ['a view beyond its buffer', '00 dc 02 01 03 da 03 010203', /Cannot decode/],
    ['a view of an unknown kind', '00 dc 0d 00 01 da 08 0000000000000000', /Cannot decode/],
    ['a Buffer that is no view of bytes', '00 dc 41 00 01 da 01 00', /view kind 1 as a Buffer/],
    ['a view over no buffer', '00 dc 02 00 01 cf 00', /Cannot decode/],
    ['a resizable buffer above its maximum', `00 db ${double(1)} 02 0000`, /maxByteLength 1/],
    ['a key that is no text', '00 d1 01 01 ce', /Cannot decode/],
    ['a hole outside an array', '00 cd', /Cannot decode/],
    ['a free tag', '00 e0 00', /unknown tag/],
    ['the first of the free tags at the end', '00 e7', /unknown tag/],
    ['more rows than elements', '00 cf 02 d2018161 01 c4 0200 00 02', /2 rows/],
    ['no rows', '00 cf 02 d2018161 01 c4 0000 00 02', /0 rows/],
    ['rows outside an array', '00 c4 0100 00 02', /unknown tag/],
    ['rows of an unknown shape', '00 cf 01 c4 0100 00 02', /unknown shape 0/],
    ['an unknown shape', '00 d3 00', /unknown shape 0/],
    ['an instance of what comes later', '00 e6 8161 e2 d1 ce', /later than it is made/],
    ['contents other than announced', '00 e2 cf 00', /other contents/],
    ['the same of a Map', '00 e4 d5 00', /other contents/],
    ['the same of a Set', '00 e5 d4 00', /other contents/],
    ['the same of an array', '00 e3 d1 ce', /other contents/],
    ...['cf01', 'd501', 'd40100', 'd18161', 'd2018161'].map((opening): [string, string, RegExp] => [
      `1,300 of ${opening} in one another`,
      `00 ${repeat(opening, 1300)} 00`,
      /Cannot decode .*(?:nested|shapes)/,
    ]),
  ]
  test.each(refused)('%s', (_name, bytes, message) => {
    expect(() => decode(bytesOf(bytes))).toThrow(message)
  })
})
