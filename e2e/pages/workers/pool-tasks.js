/** The functions of the workers of the case `pool`. */

import { move, serve } from '@slipring/browser'

void serve({
  /** @param {number} value */
  default: (value) => value * 2,
  /** @param {unknown} value */
  echo: (value) => value,
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
