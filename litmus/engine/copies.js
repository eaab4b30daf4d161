/** Litmus test of a large payload: are all bytes of a copy there, whichever way the engine copies them? */

const BYTES = 64 << 10
const WORDS = BYTES / 4
const INSTANCES = 8

/** How a reader finds it. */
const NOTHING = 0
const WHOLE = 1
const TORN = 2

/** Longer than a copy takes: half of the readers come too early, half in time. */
const LOOKS = 4000

/** @type {import('../lock-step.js').LitmusTest} */
const largeCopy = {
  name: 'a copy of 64 KiB, then one store',
  leansOn: 'payloads are copied by TypedArray.set, before P1',
  threads: 2,
  instances: INSTANCES,
  stride: 1,
  jitter: 4000,
  share: () => ({ data: new SharedArrayBuffer(INSTANCES * BYTES), flags: new SharedArrayBuffer(INSTANCES * 128) }),
  open: ({ data, flags }) => {
    const payloads = Array.from({ length: INSTANCES }, (_, i) => new Int32Array(data, i * BYTES, WORDS))
    const published = new Int32Array(flags)
    const source = new Int32Array(WORDS).fill(0x5a5a5a5a)
    const copy = new Int32Array(WORDS)
    const actors = [
      (/** @type {number} */ i) => {
        payloads[i]?.set(source)
        Atomics.store(published, i * 32, 1)
        return 0
      },
      (/** @type {number} */ i) => {
        for (let looks = LOOKS; Atomics.load(published, i * 32) === 0; looks--) if (looks === 0) return NOTHING
        copy.set(/** @type {Int32Array} */ (payloads[i]))
        return copy.every((word) => word === 0x5a5a5a5a) ? WHOLE : TORN
      },
    ]
    return {
      actors,
      reset: (i) => {
        payloads[i]?.fill(0)
        published[i * 32] = 0
      },
    }
  },
  outcomes: [
    { result: [0, NOTHING], name: 'nothing yet', verdict: 'allowed', explained: 'the reader gave up before the store' },
    { result: [0, WHOLE], name: 'all of it', verdict: 'interesting', explained: 'the reader saw the store' },
    { result: [0, TORN], name: 'a part of it', verdict: 'forbidden', explained: 'every byte is before the store' },
  ],
}

/** @type {readonly import('../lock-step.js').LitmusTest[]} */
export const copies = [largeCopy]
