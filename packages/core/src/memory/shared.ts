/** New shared memory. */

const HEADERS = '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp"'

/**
 * Pages that are not isolated have no name for it: that would be a `ReferenceError` which tells nobody what to do. `what`:
 * as it is called in errors.
 */
export function createShared(what: string, byteLength: number, maxByteLength?: number): SharedArrayBuffer {
  if (typeof SharedArrayBuffer !== 'function')
    throw new TypeError(
      `Cannot create a ${what}: there is no SharedArrayBuffer here; a page and its workers have it when they are served with the headers ${HEADERS}`,
    )
  return maxByteLength === undefined
    ? new SharedArrayBuffer(byteLength)
    : new SharedArrayBuffer(byteLength, { maxByteLength })
}
