/** Regular expressions: source and flags; `lastIndex` starts over, as in structured clone. */
import { writeByte } from '../writer.ts'
import { throwMalformed } from '../reader.ts'
import { track } from '../identity.ts'
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

export function writeRegExp(value: object): void {
  let flags = ''
  for (const { get, flag } of flagGetters) if (get?.call(value) === true) flags += flag
  writeByte(REGEXP)
  writeString(getSource!.call(value) as string)
  writeString(flags)
}

export function readRegExp(): RegExp {
  const source = readText()
  const flags = readText()
  try {
    return track(new RegExp(source, flags))
  } catch {
    throwMalformed('not a regular expression', REGEXP)
  }
}
