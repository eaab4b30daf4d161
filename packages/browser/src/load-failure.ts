/** A worker whose script the browser could not fetch or parse. Its event has no words, and the script never answers. */

export const LOAD_REMEDY: string =
  'look whether its URL exists and has JavaScript. A bundler that copies this file as it is knows only new Worker of the ' +
  'global class: write connect(new Worker(url)) with that class, and accept() in the script (docs/guides/BUNDLERS.md)'

/** Whether `event`, an `error` of a worker, is such. An exception of its script has words. */
export function isLoadFailure(event: Event): boolean {
  return event.isTrusted && !(event instanceof ErrorEvent)
}

/** Tells the worker's listeners in the place of `event`, and the console if none of them prevents that. */
export function tellOfLoadFailure(worker: EventTarget, event: Event, script: string): void {
  event.stopImmediatePropagation()
  const message = messageOf(` ${script}`)
  if (worker.dispatchEvent(new ErrorEvent('error', { message, cancelable: true }))) warn(message)
}

/** Tells the console: the listeners of a native worker get its own event. */
export function warnOfLoadFailure(): void {
  warn(messageOf(''))
}

function messageOf(script: string): string {
  return `Cannot load the worker's script${script}: ${LOAD_REMEDY}`
}

function warn(message: string): void {
  // oxlint-disable-next-line no-console -- the only place to tell a page's author what nobody listens for
  console.warn(message)
}
