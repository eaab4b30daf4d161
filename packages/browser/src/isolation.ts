/** Whether this thread may share memory with another. */

/**
 * Neither half is enough: some browsers say `crossOriginIsolated` and have no `SharedArrayBuffer`, others have the class
 * and refuse to post it. And a service worker may have both in Chromium, but shares its memory with nobody.
 */
export const hasSharedMemory: boolean =
  typeof SharedArrayBuffer === 'function' &&
  (globalThis as { crossOriginIsolated?: boolean }).crossOriginIsolated === true &&
  !('ServiceWorkerGlobalScope' in globalThis)

const HEADERS = '"Cross-Origin-Opener-Policy: same-origin" and "Cross-Origin-Embedder-Policy: require-corp"'

let hasWarned = false

/** Says once, on a page that makes workers or channels, why they copy their messages; its workers need not repeat it. */
export function warnOfCopying(): void {
  if (hasWarned || globalThis.document === undefined) return
  hasWarned = true
  const reason = globalThis.crossOriginIsolated
    ? `this browser has no SharedArrayBuffer, although the page has the headers ${HEADERS}`
    : `the page is not isolated, serve it and its workers with the headers ${HEADERS}`
  // oxlint-disable-next-line no-console -- the only place to tell a page's author what the page itself need not know
  console.warn(`Slipring works without shared memory here, at the speed of postMessage: ${reason}`)
}

let hasWarnedOfForgotten = false

/** Says once that a worker does not import its `parentPort` from here. */
export function warnOfForgotten(): void {
  if (hasWarnedOfForgotten) return
  hasWarnedOfForgotten = true
  // oxlint-disable-next-line no-console -- as above
  console.warn(
    'A worker takes its messages from its native port, at the speed of postMessage (its port.mode is "native"): write ' +
      "import { parentPort } from '@slipring/browser' in the worker's script, too",
  )
}
