/** A promise that only rejects. Node 20 has no Promise.withResolvers. */

export interface Failure {
  readonly failed: Promise<never>
  readonly fail: (error: Error) => void
}

/** Nobody has to hear of it: when all ends well the thread is ended by us. */
export function failure(): Failure {
  let fail!: Failure['fail']
  const failed = new Promise<never>((_, reject) => (fail = reject))
  failed.catch(() => {})
  return { failed, fail }
}
