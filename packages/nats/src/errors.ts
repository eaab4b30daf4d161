/** Errors of a remote pool that a local one does not have. */

/** No server takes the tasks: none is there, or none that takes such tasks. */
export class NoServersError extends Error {
  override readonly name = 'NoServersError'
  readonly code = 'ERR_SLIPRING_NO_SERVERS'
}

/** Whether it is a `NoServersError`, also of another copy of the package. */
export function isNoServersError(error: unknown): error is NoServersError {
  return (error as { code?: unknown } | null | undefined)?.code === 'ERR_SLIPRING_NO_SERVERS'
}
