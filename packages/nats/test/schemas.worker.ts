/** A module with schemas. */

import { f64, list, string, struct } from '@slipring/core/schema'
import type { Schemas } from '@slipring/nats'

const reading = struct({ place: string, degrees: list(f64) })

export const schemas = { warmest: { task: reading, result: f64 } } satisfies Schemas

export function warmest({ degrees }: { place: string; degrees: readonly number[] }): number {
  return Math.max(...degrees)
}
