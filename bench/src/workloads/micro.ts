/** One kind of value many times over, for the price of a single one: 4,096 integers, 256 strings. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { asciiText } from './text.ts'

const INTEGERS = 4_096
const STRINGS = 256
const POOL = 4
const FIRST_INDEX = 30
const CYRILLIC = 'абвгдежзиклмнопрстуфхцчшэюя'

type Make = (random: Random) => unknown

const KINDS: Readonly<Record<string, readonly [count: number, make: Make]>> = {
  'u8 4096': [INTEGERS, (random) => random.integer(0, 0xff)],
  'u32 4096': [INTEGERS, (random) => random.integer(0, 0xffff_ffff)],
  'u53 4096': [INTEGERS, (random) => random.integer(0, 2 ** 40)],
  'strings of 4': [STRINGS, (random) => asciiText(random, 4)],
  'strings of 8': [STRINGS, (random) => asciiText(random, 8)],
  'strings of 20': [STRINGS, (random) => asciiText(random, 20)],
  'strings of 20 Cyrillic': [STRINGS, (random) => asciiText(random, 10) + cyrillicText(random, 10)],
  'strings of 64': [STRINGS, (random) => asciiText(random, 64)],
  'strings of 1024': [STRINGS, (random) => asciiText(random, 1_024)],
}

export const microWorkloads: readonly Workload[] = Object.entries(KINDS).map(([name, [count, make]], place) => ({
  name,
  index: FIRST_INDEX + place,
  pool: POOL,
  make: (random) => Array.from({ length: count }, () => make(random)),
}))

function cyrillicText(random: Random, length: number): string {
  return Array.from({ length }, () => CYRILLIC.charAt(random.integer(0, CYRILLIC.length - 1))).join('')
}
