// In an engine that was told to freeze its intrinsics: what differs from structured clone, as JSON.
import { CASES, COMPILED } from './cases/index.ts'
import * as codec from '../../src/codec/index.ts'
import { differencesOf, Line } from './line.ts'

const line = new Line(codec)
const found: string[] = []
let count = 0
for (const one of [...CASES, ...COMPILED]) {
  if (!canBeMade(one.make)) continue
  count++
  found.push(...differencesOf(codec, line, one).map((text) => `${one.name}: ${text}`))
}
console.log(JSON.stringify({ isFrozen: Object.isFrozen(Map.prototype), isMost: count > CASES.length * 0.9, found }))

// Some cases change what is frozen here.
function canBeMade(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}
