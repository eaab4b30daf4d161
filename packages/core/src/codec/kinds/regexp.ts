/** Regular expressions: source and flags; `lastIndex` starts over, as in structured clone. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { REGEXP } from '../tags.ts'
import { getterOf } from '../brand.ts'
import { readText, writeString } from './string.ts'

// The `flags` getter asks the object's own properties, which may lie; these ask the pattern itself.
const FLAGS: readonly (readonly [string, string])[] = [
  ['hasIndices', 'd'],
  ['global', 'g'],
  ['ignoreCase', 'i'],
  ['multiline', 'm'],
  ['dotAll', 's'],
  ['unicode', 'u'],
  ['unicodeSets', 'v'],
  ['sticky', 'y'],
]
const getSource = getterOf(RegExp.prototype, 'source')
const flagGetters = FLAGS.map(([name, flag]) => ({ get: getterOf(RegExp.prototype, name), flag }))

export function writeRegExp(out: Writer, value: object): void {
  let flags = ''
  for (const { get, flag } of flagGetters) if (get?.call(value) === true) flags += flag
  out.byte(REGEXP)
  writeString(out, getSource!.call(value) as string)
  writeString(out, flags)
}

export function readRegExp(input: Reader): RegExp {
  const source = readText(input)
  const flags = readText(input)
  try {
    return input.track(new RegExp(source, flags))
  } catch {
    input.refuse('not a regular expression', REGEXP)
  }
}
