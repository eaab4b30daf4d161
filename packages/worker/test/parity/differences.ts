/**
 * The cases whose logs differ on purpose, each with the entry of docs/PARITY.md that says why. The list may only shrink: a
 * case in it whose logs are equal fails the suite.
 */

export interface Difference {
  readonly case: string
  /** The heading of its entry. */
  readonly row: string
}

export const differences: readonly Difference[] = [
  { case: 'codes of the errors of misuse', row: 'Codes of errors' },
  { case: 'the result of postMessage', row: 'What `postMessage` returns' },
  { case: 'microtasks and ticks run between two messages', row: '`process.nextTick`' },
  { case: 'promises that a listener waits for one after the other', row: 'Promises of a listener' },
  { case: 'a context that a listener enters', row: '`enterWith`' },
  { case: 'all listeners removed at once', row: '`removeAllListeners`' },
  { case: 'names of events that Node itself listens for', row: '`eventNames`' },
  { case: 'functions of node:events on a port', row: 'Functions of `node:events`' },
  { case: 'the handler attribute', row: 'A handler that is no function' },
  { case: 'whether the event is trusted', row: '`isTrusted`' },
  { case: 'its class', row: 'Classes' },
  { case: 'a port that is transferred', row: 'Transferring the port' },
  { case: 'posting on a closed port', row: 'Posting on a closed port' },
  { case: 'many messages let timers run', row: 'Timers under load' },
  {
    case: 'Worker: events that Node and Slipring listen for themselves',
    row: '`newListener` and `removeListener` of a `Worker`',
  },
  { case: 'a listener closes the port and throws', row: 'A listener that closes its port and throws' },
  { case: 'a getter closes its own port', row: 'A getter that closes the port that posts it' },
  { case: 'taking right after close()', row: 'Taking right after `close()`' },
  { case: 'onclose of a port that is closed', row: '`onclose`' },
  { case: 'data of an event that was posted as undefined', row: '`event.data` of undefined' },
  { case: 'a listener that a listener adds', row: 'A listener that a listener adds' },
  { case: 'a handler set to null on a fresh port', row: '`onmessage = null`' },
  { case: 'a handler that takes the place of one that was taken away', row: 'A handler after none' },
]
