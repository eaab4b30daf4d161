/** A struct, as views know it: each field in the plan has a getter. */
import { CompoundType } from './compound.ts'
import type { Plan } from './plan.ts'

export abstract class PlannedType extends CompoundType {
  abstract readonly plan: Plan
}
