/** Memory by which tests and their tasks tell each other things. */
export function sharedWords(count = 1): Int32Array {
  return new Int32Array(new SharedArrayBuffer(count * Int32Array.BYTES_PER_ELEMENT))
}

/** Lets `block` of tasks.worker.ts return. */
export function unblock(words: Int32Array): void {
  Atomics.store(words, 0, 1)
  Atomics.notify(words, 0)
}
