/** The page in which a ring is checked. */

import { Worker } from '@slipring/browser'
import { type CheckedPort, checkRing, type RingCheck } from './check-ring.ts'

/** A page says this of itself. */
export interface PageFindings {
  readonly userAgent: string
  readonly cores: number
  readonly isIsolated: boolean
  readonly hasSharedMemory: boolean
  readonly mayGenerateCode: boolean
  readonly ring: RingCheck
}

interface PageScope {
  readonly navigator: { readonly userAgent: string; readonly hardwareConcurrency: number }
  readonly crossOriginIsolated: boolean
}

declare global {
  var examine: (forMs: number) => Promise<PageFindings>
}

const scope = globalThis as unknown as PageScope
// Without the types of a page, its options are unknown here.
const options: object = { type: 'module' }

globalThis.examine = async (forMs) => {
  const worker = new Worker('/worker.js', options)
  try {
    return {
      userAgent: scope.navigator.userAgent,
      cores: scope.navigator.hardwareConcurrency,
      isIsolated: scope.crossOriginIsolated,
      hasSharedMemory: typeof SharedArrayBuffer === 'function',
      mayGenerateCode: mayGenerateCode(),
      ring: await checkRing(worker.port as CheckedPort, forMs),
    }
  } finally {
    worker.terminate()
  }
}

function mayGenerateCode(): boolean {
  try {
    return new Function('return true')() as boolean
  } catch {
    return false
  }
}
