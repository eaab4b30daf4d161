/** The messages between the two threads, the same for every transport. */

import type { Offer } from '@slipring/browser'
import type { StateOffer } from '@slipring/core/state'

/** How the world gets from the worker to the page. */
export type TransportName = 'state' | 'channel' | 'port' | 'buffer' | 'objects'

export type ToWorker =
  | {
      readonly type: 'start'
      readonly transport: TransportName
      readonly entities: number
      readonly run: number
      /** The platform's own port, for the transports that use no Slipring. */
      readonly native: MessagePort
      /** For those that do. */
      readonly ring: Offer
    }
  | { readonly type: 'pause'; readonly isPaused: boolean }

/** The page has drawn what it had, and asks for a new world; `buffer` is one to be used again. */
export interface Take {
  readonly type: 'take'
  readonly buffer?: ArrayBuffer | undefined
}

export type ToPage =
  /** How long the worker took for a step and for handing the world over, in milliseconds, and how often it did. */
  | { readonly type: 'pace'; readonly stepMs: number; readonly sendMs: number; readonly hertz: number }
  | { readonly type: 'offer'; readonly run: number; readonly offer: StateOffer }

/** Milliseconds on the clock that both threads share. */
export const sharedNow = (): number => performance.timeOrigin + performance.now()
