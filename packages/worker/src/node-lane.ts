/** A native lane that may keep the process alive. */

import type { Lane } from '@slipring/core'

export interface NodeLane extends Lane {
  /** Delivery keeps the event loop alive. */
  ref(): void
  unref(): void
  hasRef(): boolean
}
