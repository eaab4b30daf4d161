// @ts-nocheck: it is run as it stands.
/** Run by tsx: modules of both kinds, with what Node's own stripping of types refuses. */

import { createRequire } from 'node:module'
import { Suit } from './suit.js'

const { name } = createRequire(import.meta.url)('./names.process.cts') as { name(suit: number): string }
console.log(Suit.Hearts, name(Suit.Hearts))
console.log(((await import('./suit.js')) as { Suit: typeof Suit }).Suit === Suit)
