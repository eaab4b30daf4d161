/**
 * Do values of every kind survive the drop-in Worker? They must come back as from the platform's own Worker
 * in this runtime, and a value that it refuses must be refused.
 */

import assert from 'node:assert/strict'
import { createSecretKey } from 'node:crypto'
import { MessageChannel, Worker as NativeWorker } from 'node:worker_threads'
import { Worker } from '@slipring/worker'
import { check, exitOf, messagesOf, within } from './check.mjs'

const cyclic = { name: 'cyclic', list: [] }
cyclic.self = cyclic
cyclic.list.push(cyclic, cyclic.list)
const shared = { once: true }

const VALUES = {
  numbers: [0, -0, 1, -1, 1.5, NaN, Infinity, -Infinity, 2 ** 31, -(2 ** 31), 2 ** 53, 5e-324, 1.7976931348623157e308],
  nothing: [undefined, null, true, false],
  bigints: [0n, -1n, 2n ** 63n, -(2n ** 64n), 2n ** 200n],
  strings: ['', 'latin ÿ', 'snow ☃', '𝒳 and 👩‍🚀', '\ud800 alone', 'x'.repeat(70_000), '☃'.repeat(5000), '\0'],
  boxed: [new Number(-0), new String('boxed'), new Boolean(false), Object(7n)],
  dates: [new Date(0), new Date(-1), new Date(8.64e15)],
  'regular expressions': [/a+b/giu, /x/y, /[/]\//s],
  objects: [{}, { a: 1, b: { c: [1, { d: 2 }] } }, { 1: 'one', b: 'two', '': 'empty', ['__proto__']: 'own' }],
  arrays: [[], [1, 'two', [3]], Object.assign([1], { extra: true }), Object.assign([], { 5: 'sparse', length: 9 })],
  'maps and sets': [
    new Map([
      [{ key: 1 }, new Set([1, 'two'])],
      [NaN, -0],
    ]),
    new Set([new Map(), undefined]),
  ],
  'cycles and identity': [cyclic, [shared, shared, new Map([[shared, shared]])]],
  buffers: [new Uint8Array([1, 2, 255]).buffer, new ArrayBuffer(0), new ArrayBuffer(8, { maxByteLength: 32 })],
  views: [
    ...[Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array].map((kind) =>
      kind.of(1, 200),
    ),
    Float32Array.of(1.5, -0),
    Float64Array.of(1.1, NaN),
    BigInt64Array.of(-5n),
    BigUint64Array.of(2n ** 63n),
    new DataView(new ArrayBuffer(16), 4, 8),
    new Uint16Array(new ArrayBuffer(16), 2, 3),
  ],
  'keys of node:crypto': [createSecretKey(Buffer.from('a secret'))],
  errors: [new Error('plain'), new RangeError('range'), new (class Own extends TypeError {})('own')],
  'the cause of an error': new Error('outer', { cause: { deep: [new Error('inner')] } }),
  'a large object': Array.from({ length: 5000 }, (_, id) => ({ id, name: `name ${id}`, x: id / 3, tags: ['a', 'b'] })),
  'a large buffer': new Uint8Array(3_000_000).fill(7),
  'class instances': [
    new (class Point {
      x = 1
    })(),
    Object.create({ inherited: true }, { own: { value: 1, enumerable: true } }),
  ],
}

const UNCLONEABLE = {
  'a function': () => {},
  'a symbol': Symbol('s'),
  'a weak map': new WeakMap(),
  'a promise': Promise.resolve(),
  'a function deep inside': { a: [new Map([['k', () => {}]])] },
}

const ours = new Worker(new URL('workers/echo.mjs', import.meta.url))
const native = new NativeWorker(new URL('workers/native-echo.mjs', import.meta.url))

async function echoOf(worker, value, transfer) {
  const reply = messagesOf(worker, 1)
  worker.postMessage(value, transfer)
  const [message] = await reply
  return message
}

/** Of messages posted at once, in the order of the replies. */
function echoesOf(values) {
  const replies = messagesOf(ours, values.length)
  for (const value of values) ours.postMessage(value)
  return replies
}

function refusalOf(worker, value) {
  try {
    worker.postMessage(value)
  } catch (error) {
    return error
  }
  return undefined
}

const checks = {}
for (const [kind, value] of Object.entries(VALUES))
  checks[`${kind} come back as from the platform’s Worker`] = async () => {
    const [got, expected] = await Promise.all([echoOf(ours, value), echoOf(native, value)])
    assert.deepStrictEqual(got, expected)
  }
for (const [kind, value] of Object.entries(UNCLONEABLE))
  checks[`${kind} is refused with a DataCloneError, and nothing is sent`] = async () => {
    const { name, code } = refusalOf(ours, value) ?? {}
    assert.deepStrictEqual({ name, code }, { name: 'DataCloneError', code: 25 })
    assert.ok(refusalOf(native, value) !== undefined, 'the platform accepts it')
    assert.equal(await echoOf(ours, 'next'), 'next')
  }

await check({
  ...checks,
  'shared memory is the same memory on both sides': async () => {
    const memory = new Int32Array(new SharedArrayBuffer(8))
    const back = await echoOf(ours, { memory })
    back.memory[1] = 42
    assert.equal(memory[1], 42)
  },
  'a transferred buffer is detached here and arrives': async () => {
    const buffer = Uint8Array.of(1, 2, 3).buffer
    const reply = echoOf(ours, { buffer }, [buffer])
    assert.equal(buffer.byteLength, 0)
    assert.deepStrictEqual(await reply, { buffer: Uint8Array.of(1, 2, 3).buffer })
  },
  'a transferred port works, in both directions': async () => {
    const worker = new Worker(new URL('workers/transfer-echo.mjs', import.meta.url))
    const { port1, port2 } = new MessageChannel()
    const { transferred } = await echoOf(worker, { transferred: port2 }, [port2])
    const heard = new Promise((resolve) => port1.on('message', resolve))
    transferred.postMessage('through')
    assert.equal(await within(3000, 'a message on the transferred port', heard), 'through')
    port1.close()
    const exit = exitOf(worker)
    await worker.terminate()
    await exit()
  },
  'texts of every length and kind come back in their order, from one of few characters to a hundred thousand':
    async () => {
      const ends = ['', 'é', '€', '\u{1f600}', '\ud800']
      const sizes = [10, 1000, 40_000, 100_000]
      const texts = sizes.flatMap((size) => ends.map((end) => 'abcdefgh'.repeat(size / 8) + end))
      for (let time = 0; time < 2; time++)
        for (const text of texts) {
          const [alone, next, inside] = await echoesOf([text, 'next', { text }])
          // Not by assert: a message that shows all characters helps nobody.
          assert.ok(alone === text && inside.text === text, `${text.length} characters, ending in ${text.at(-1)}`)
          assert.equal(next, 'next')
        }
    },
  'large bytes come back as they are, the sender keeps its own, and what comes after them comes after them':
    async () => {
      for (const size of [70_000, 200_000, 300_000]) {
        const bytes = Uint8Array.from({ length: size }, (_, place) => place % 251)
        const [back, next] = await echoesOf([bytes, 'next'])
        assert.ok(Buffer.compare(back, bytes) === 0, `${size} bytes`)
        assert.equal(bytes.length, size)
        assert.equal(next, 'next')
      }
    },
  'an invalid date stays one': async () => {
    const back = await echoOf(ours, new Date(NaN))
    assert.ok(back instanceof Date)
    assert.equal(back.getTime(), NaN)
  },
  'a Blob arrives': async () => {
    const { blob } = await echoOf(ours, { blob: new Blob(['text']) })
    assert.equal(await blob.text(), 'text')
  },
  'messages crossed in shared memory': () => assert.equal(ours.port.mode, 'shared'),
})

await Promise.all([ours.terminate(), native.terminate()])
