/** Every value that the tests compare with structured clone. */
import { buffers } from './buffers.ts'
import type { Case } from './case.ts'
import { arrays, collections, objects } from './graphs.ts'
import { boxes, dates, errors, primitives } from './leaves.ts'

export const CASES: readonly Case[] = [
  ...primitives,
  ...boxes,
  ...dates,
  ...errors,
  ...arrays,
  ...objects,
  ...collections,
  ...buffers,
]
