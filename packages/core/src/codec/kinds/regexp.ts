/** Regular expressions: source and flags; `lastIndex` starts over, as in structured clone. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { REGEXP } from '../tags.ts'
import { getterOf } from '../brand.ts'
import { writeHost } from './host.ts'
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
/**
 * Properties of characters in a pattern with the flag `v`, at most: some are sets of strings, each of which takes an engine
 * a megabyte and two milliseconds.
 */
const PROPERTIES_MAX = 8
const getSource = getterOf(RegExp.prototype, 'source')
const flagGetters = FLAGS.map(([name, flag]) => ({ get: getterOf(RegExp.prototype, name), flag }))

export function writeRegExp(out: Writer, value: object): void {
  let flags = ''
  for (const { get, flag } of flagGetters) if (get?.call(value) === true) flags += flag
  const source = getSource!.call(value) as string
  // As the platform carries it: what comes from there need not be feared.
  if (isCostly(source, flags)) return writeHost(out, value)
  out.byte(REGEXP)
  writeString(out, source)
  writeString(out, flags)
}

export function readRegExp(input: Reader): RegExp {
  const source = readText(input)
  const flags = readText(input)
  if (isCostly(source, flags)) input.refuse(`more than ${PROPERTIES_MAX} properties in a regular expression`, REGEXP)
  try {
    return input.track(new RegExp(source, flags))
  } catch {
    input.refuse('not a regular expression', REGEXP)
  }
}

function isCostly(source: string, flags: string): boolean {
  return flags.includes('v') && source.split(/\\p/i, PROPERTIES_MAX + 2).length > PROPERTIES_MAX + 1
}
