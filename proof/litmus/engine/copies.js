/** Litmus tests of a large payload: are all bytes of a copy there, whichever way the engine copies them? */

import { allowed, forbidden, interesting } from '../outcomes.js'

const BYTES = 64 << 10
const INSTANCES = 8
const FLAG_WORDS = 32
const MARK = 0x5a

/** How a reader finds it. */
const NOTHING = 0
const WHOLE = 1
const TORN = 2

/** Longer than a copy takes: half of the readers come too early, half in time. */
const LOOKS = 4000

/** @typedef {(source: Uint8Array, target: Uint8Array) => void} Copy */

/** @type {Copy} */
const bySet = (source, target) => target.set(source)

const { Buffer } = /** @type {{ Buffer?: { prototype: { copy: Function } } }} */ (globalThis)

/**
 * The machine's own copy in Node, which takes it for less than all of an array. Where there is no Buffer, as in pages, `set`.
 * @type {Copy}
 */
const byBuffer = (source, target) => {
  if (Buffer === undefined) return bySet(source, target)
  Buffer.prototype.copy.call(source, target, 0, 0, BYTES - 1)
  target[BYTES - 1] = Number(source[BYTES - 1])
}

/**
 * @param {string} name
 * @param {string} leansOn
 * @param {Copy} copy
 * @returns {import('../lock-step.js').LitmusTest}
 */
const copied = (name, leansOn, copy) => ({
  name,
  leansOn,
  threads: 2,
  instances: INSTANCES,
  stride: 1,
  jitter: 4000,
  share: () => ({ data: new SharedArrayBuffer(INSTANCES * BYTES), flags: new SharedArrayBuffer(INSTANCES * 128) }),
  open: ({ data, flags }) => {
    const published = new Int32Array(flags)
    const payloadOf = (/** @type {number} */ i) => new Uint8Array(data, i * BYTES, BYTES)
    const source = new Uint8Array(BYTES).fill(MARK)
    const seen = new Uint8Array(BYTES)
    const actors = [
      (/** @type {number} */ i) => {
        copy(source, payloadOf(i))
        Atomics.store(published, i * FLAG_WORDS, 1)
        return 0
      },
      (/** @type {number} */ i) => {
        for (let looks = LOOKS; Atomics.load(published, i * FLAG_WORDS) === 0; looks--) if (looks === 0) return NOTHING
        seen.fill(0)
        copy(payloadOf(i), seen)
        return seen.every((byte) => byte === MARK) ? WHOLE : TORN
      },
    ]
    return {
      actors,
      reset: (i) => {
        payloadOf(i).fill(0)
        published[i * FLAG_WORDS] = 0
      },
    }
  },
  outcomes: [
    allowed([0, NOTHING], 'nothing yet', 'the reader gave up before the store'),
    interesting([0, WHOLE], 'all of it', 'the reader saw the store'),
    forbidden([0, TORN], 'a part of it', 'every byte is before the store'),
  ],
})

/** @type {readonly import('../lock-step.js').LitmusTest[]} */
export const copies = [
  copied('a copy of 64 KiB by set, then one store', 'short payloads are copied by TypedArray.set, before P1', bySet),
  copied(
    'a copy of 64 KiB by Buffer, then one store',
    'long payloads are copied by Node’s Buffer, before P1',
    byBuffer,
  ),
]
