/** Every value that the tests compare with structured clone. All of them exist in Node and in pages. */
import { accessors } from './accessors.ts'
import { buffers } from './buffers.ts'
import { type Case, cases, casesSpentByReading } from './case.ts'
import { errors } from './errors.ts'
import { arrays, collections, objects } from './graphs.ts'
import { identity } from './identity.ts'
import { keys } from './keys.ts'
import { boxes, dates, primitives } from './leaves.ts'
import { lies } from './lies.ts'
import { modules, platform } from './platform.ts'
import { proxies, refusals } from './refusals.ts'
import { actingRows, rows } from './rows.ts'

/** Values that bytes carry. */
export const CARRIED: readonly Case[] = [
  ...cases([...primitives, ...boxes, ...dates, ...errors, ...arrays, ...objects, ...collections, ...buffers]),
  ...cases([...keys, ...identity]),
]

/** Modules of WebAssembly and what is made of them, for engines that may compile. */
export const COMPILED: readonly Case[] = cases(modules)

/** Values that bytes carry, that only the platform carries, and that nothing does. */
export const CASES: readonly Case[] = [
  ...CARRIED,
  ...casesSpentByReading([...accessors, ...actingRows]),
  ...cases([...rows, ...lies, ...refusals, ...proxies, ...platform]),
]
