/** Values that only Node has. */
import { createSecretKey, generateKeyPairSync } from 'node:crypto'
import { runInNewContext } from 'node:vm'
import { type Case, cases } from './case.ts'

export const NODE_CASES: readonly Case[] = cases([
  ['Buffer', () => Buffer.from('some bytes')],
  ['Buffer of its own memory', () => Buffer.alloc(100, 5)],
  ['two Buffers of the pool', () => [Buffer.from('one'), Buffer.from('two')]],
  ['process', () => process],
  ['console', () => console],
  [
    'object of another realm',
    () =>
      runInNewContext(
        '({ a: 1, list: [1, , 2], map: new Map([[1, 2]]), date: new Date(5), error: new TypeError("x") })',
      ),
  ],
  ['views and boxes of another realm', () => runInNewContext('[new Uint8Array([1, 2]), Object(1), Object("x"), /a/g]')],
  ['a function of another realm', () => runInNewContext('() => 1')],
  ['an iterator of another realm', () => runInNewContext('[][Symbol.iterator]()')],
  ['an iterator helper of another realm', () => runInNewContext('new Map().keys().map?.(String) ?? (() => {})')],
  ['a generator of another realm', () => runInNewContext('(function* () {})()')],
  ['an async generator of another realm', () => runInNewContext('(async function* () {})()')],
  ['segments of another realm', () => runInNewContext('new Intl.Segmenter().segment("text")')],
  ['a symbol of another realm', () => runInNewContext('Symbol("x")')],
])

/** Of a class without a name: only where the engine tells a Proxy can they be told from a program's own. */
export const NAMELESS_CASES: readonly Case[] = cases([
  ['KeyObject', () => createSecretKey(Buffer.from('a secret'))],
  ['KeyObject of a public key, twice', () => ((key) => [key, { key }])(generateKeyPairSync('ed25519').publicKey)],
])
