// @ts-nocheck: it is run as it stands.
/** Tasks of Piscina and tinypool. */

import { isMainThread, threadId } from 'node:worker_threads'

export default function add({ a, b }) {
  return a + b
}

export function fail() {
  throw new RangeError('told to fail')
}

export async function later(value) {
  await new Promise((resolve) => setTimeout(resolve, 5))
  return { value, isMainThread, hasThread: threadId > 0 }
}

export function never() {
  return new Promise((resolve) => setTimeout(resolve, 1e9))
}

export function fill(buffer) {
  new Uint8Array(buffer).fill(7)
  return buffer
}

/** A port that the program sends is answered. */
export function answer({ port, count }) {
  for (let number = 0; number < count; number++) port.postMessage({ number })
  return new Promise((resolve) => {
    port.once('message', (last) => {
      port.close()
      resolve(last)
    })
  })
}
