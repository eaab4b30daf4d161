/** Takes the place of `packages/core/src/memory/region.ts`: regions of the scenario, as small as it wants them. */

import type { Region } from '../../../packages/core/src/memory/region.ts'
import { connectedMachine } from './connection.ts'
import { modelledBuffer } from './modelled-region.ts'

export const EVERY_MESSAGE_UNWRAPPED = 0x7fffffff

export function createRegion({ capacity }: { capacity: number }): Region {
  return connectedMachine().allocate(capacity)
}

export function openRegion(buffer: unknown): Region {
  const modelled = modelledBuffer(buffer)
  if (modelled === undefined) throw new TypeError('Cannot open a ring: its region is not modelled')
  return modelled.region
}
