/** The functions of the workers of the case `pool`. */

import { move, serve } from '@slipring/browser'

/** The streams that have ended in this worker. */
const ends = new Set()

void serve({
  /** @param {number} count */
  async *count(count) {
    try {
      for (let number = 0; number < count; number++) yield number
    } finally {
      ends.add('count')
    }
  },
  /**
   * @param {undefined} _task
   * @param {import('@slipring/browser').TaskContext} context
   */
  untilAborted: (_task, { signal }) =>
    new Promise((resolve) => signal.addEventListener('abort', () => resolve(ends.add('signal')))),
  /** Of the two workers one has had both at least once, or each one of them. */
  ends: () => ends.size > 0,
  /** @param {number} value */
  default: (value) => value * 2,
  /** @param {unknown} value */
  echo: (value) => value,
  /** @param {AsyncIterable<number>} source */
  async *doubled(source) {
    for await (const number of source) yield number * 2
  },
  /** @param {{ source: ReadableStream<Uint8Array<ArrayBuffer>> }} task */
  textOf: ({ source }) => new Response(source).text(),
  /** @param {number} ms */
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms, ms)),
  fail() {
    throw Object.assign(new RangeError('too large', { cause: 'the task' }), { code: 'E_LARGE' })
  },
  /** @param {number} length */
  bytes(length) {
    const bytes = new Uint8Array(length).fill(7)
    return move(bytes, [bytes.buffer])
  },
  /** Never ends. */
  spin() {
    for (;;);
  },
  end() {
    self.close()
    return new Promise(() => {})
  },
})
