import type { AnySchema } from '@slipring/core/schema'
import { schemas } from '../ahead-schemas.ts'
export const [Order, Rows, Shape, Tree, Versioned] = schemas as readonly AnySchema[]
export const count: number = schemas.length
