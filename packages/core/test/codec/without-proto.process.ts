// In an engine that was told to have no `Object.prototype.__proto__`: what differs from structured clone, as JSON.
import { CASES, COMPILED } from './cases/index.ts'
import * as codec from '../../src/codec/index.ts'
import { difference } from './difference.ts'
import { differencesOf, Line } from './line.ts'

const line = new Line(codec)
const found: string[] = []
// Often enough that code is made for its keys.
for (let round = 0; round < 40; round++) {
  const value = JSON.parse('{"role":1,"__proto__":{"admin":true}}')
  for (const copy of [line.clone(value), line.clone([value, value]), codec.decode(codec.encode(value))])
    found.push(difference(Array.isArray(copy) ? copy[1] : copy, structuredClone(value)) ?? '')
}
for (const one of [...CASES, ...COMPILED].filter(({ name }) => name.includes('__proto__')))
  found.push(...differencesOf(codec, line, one).map((text) => `${one.name}: ${text}`))
console.log(JSON.stringify({ hasProto: '__proto__' in {}, found: found.filter((text) => text !== '') }))
