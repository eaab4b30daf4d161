/** Takes the place of `packages/core/src/memory/state-region.ts`: states of the scenario, with slots as small as it wants them. */

import type { StateRegion } from '../../../packages/core/src/memory/state-region.ts'
import { connectedMachine } from './connection.ts'
import { modelledBuffer } from './modelled-region.ts'

export function openStateRegion(buffer: unknown): StateRegion {
  const modelled = modelledBuffer(buffer)
  const slots = modelled && connectedMachine().program.regions[modelled.index]!.slots
  if (modelled === undefined || slots === undefined)
    throw new TypeError('Cannot open a state: its region is not modelled')
  const { region } = modelled
  return { ...slots, buffer: region.buffer, memory: region.buffer, words: region.words, data: region.data }
}
