/** New shared memory. */

const HEADERS = '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp"'

/**
 * Whether this thread can make shared memory. Asked at each use: a program may take the class away at any time, and Node has
 * none with `--enable-sharedarraybuffer-per-context`. Memory of another thread can be used all the same.
 */
export function canShare(): boolean {
  return typeof SharedArrayBuffer === 'function'
}

/**
 * Pages that are not isolated have no name for it: that would be a `ReferenceError` which tells nobody what to do. `what`:
 * as it is called in errors.
 */
export function createShared(what: string, byteLength: number, maxByteLength?: number): SharedArrayBuffer {
  if (!canShare())
    throw new TypeError(
      `Cannot create a ${what}: there is no SharedArrayBuffer here. A page and its workers have it when they are served with the headers ${HEADERS}; Node has it unless a flag or the program has taken it away`,
    )
  return maxByteLength === undefined
    ? new SharedArrayBuffer(byteLength)
    : new SharedArrayBuffer(byteLength, { maxByteLength })
}
