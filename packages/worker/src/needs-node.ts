/** This package in a page, where bundlers put an empty module in the place of Node's. */

import * as namespace from 'node:worker_threads'

/** Throws `TypeError` where there are no threads of Node's kind. To be called before anything of Node's modules is used. */
export function requireWorkerThreads(): void {
  // As a value: as in platform.ts.
  const { Worker } = { ...namespace } as { readonly Worker?: unknown }
  if (Worker === undefined)
    throw new TypeError('@slipring/worker needs node:worker_threads: in a page import @slipring/browser')
}
