/** Every mutant. */

import type { Mutant } from '../mutant.ts'
import { directionMutants } from './direction.ts'
import { consumerMutants } from './consumer.ts'
import { deathMutants } from './death.ts'
import { gateMutants } from './gate.ts'
import { heldMutants } from './held.ts'
import { historyMutants } from './history.ts'
import { retainedMutants } from './retained.ts'
import { lentMutants } from './lent.ts'
import { producerMutants } from './producer.ts'
import { roomMutants } from './room.ts'
import { stateMutants } from './state.ts'
import { tableMutants } from './tables.ts'
import { takingMutants } from './taking.ts'
import { typedMutants } from './typed.ts'
import { worldMutants } from './world.ts'

export const mutants: readonly Mutant[] = [
  ...gateMutants,
  ...producerMutants,
  ...consumerMutants,
  ...deathMutants,
  ...retainedMutants,
  ...directionMutants,
  ...roomMutants,
  ...takingMutants,
  ...lentMutants,
  ...typedMutants,
  ...tableMutants,
  ...stateMutants,
  ...heldMutants,
  ...historyMutants,
  ...worldMutants,
]

/** Throws `Error` for a name that is not in the list. */
export function mutantNamed(name: string): Mutant {
  const found = mutants.find((candidate) => candidate.name === name)
  if (found === undefined)
    throw new Error(`No mutant ${name}; there are ${mutants.map((each) => each.name).join(', ')}`)
  return found
}
