/** Regular expressions: source and flags; `lastIndex` starts over, as in structured clone. */
import type { Writer } from '../writer.ts'
import type { Reader } from '../reader.ts'
import { REGEXP } from '../tags.ts'
import { getterOf } from '../brand.ts'
import { writePlatformObject } from './platform-object.ts'
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
 * The most that properties of characters may cost in a message. With the flag `v` some are sets of strings, each
 * of which takes an engine a megabyte and some milliseconds; with `u` each takes up to a tenth of a millisecond.
 */
const PROPERTIES_MAX = 64
const COST_OF_U = 1
const COST_OF_V = 8
const MOST_PROPERTIES = `${PROPERTIES_MAX / COST_OF_V} with the flag v, ${PROPERTIES_MAX / COST_OF_U} with u`
const getSource = getterOf(RegExp.prototype, 'source')
const flagGetters = FLAGS.map(([name, flag]) => ({ get: getterOf(RegExp.prototype, name), flag }))

export function writeRegExp(out: Writer, value: object): void {
  let flags = ''
  for (const { get, flag } of flagGetters) if (get?.call(value) === true) flags += flag
  const source = getSource!.call(value) as string
  // As the platform carries it: what comes from there need not be feared.
  const properties = propertiesIn(source, flags)
  if (properties !== 0) {
    if (out.properties + properties > PROPERTIES_MAX) return writePlatformObject(out, value)
    out.isUsual = false
    out.properties += properties
  }
  out.byte(REGEXP)
  writeString(out, source)
  writeString(out, flags)
}

export function readRegExp(input: Reader): RegExp {
  const source = readText(input)
  const flags = readText(input)
  const properties = propertiesIn(source, flags)
  if (properties !== 0) {
    input.isUsual = false
    input.properties += properties
    if (input.properties > PROPERTIES_MAX)
      input.refuse(`too many properties of characters in regular expressions: ${MOST_PROPERTIES}`, REGEXP)
  }
  try {
    return input.track(new RegExp(source, flags))
  } catch {
    input.refuse('not a regular expression', REGEXP)
  }
}

/** The cost of those that matter. It may be above the limit. */
function propertiesIn(source: string, flags: string): number {
  const cost = flags.includes('v') ? COST_OF_V : flags.includes('u') ? COST_OF_U : 0
  return cost === 0 ? 0 : (source.split(/\\p/i, PROPERTIES_MAX + 2).length - 1) * cost
}
