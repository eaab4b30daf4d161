/** A chat message of exactly a thousand bytes of JSON in UTF-8, one character in five beyond ASCII. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { makeMessage } from './chat.ts'
import { asciiText } from './text.ts'

const BYTES = 1_000
const BEYOND_ASCII = 0.2
const TWO_BYTES = 'äöüéèñçßжпрктыλπ'
const THREE_BYTES = '東京大学日本語한국어€–…'

export const chatUtf8: Workload = {
  name: 'chat UTF-8',
  index: 19,
  pool: 1_024,
  make: (random) => {
    const message = makeMessage(random)
    return { ...message, text: wideText(random, BYTES - JSON.stringify(message).length) }
  },
}

function wideText(random: Random, bytes: number): string {
  let [text, left] = ['', bytes]
  for (; left >= 3; left--) {
    if (random.next() >= BEYOND_ASCII) {
      text += asciiText(random, 1)
      continue
    }
    const isTwo = random.next() < 0.5
    const letters = isTwo ? TWO_BYTES : THREE_BYTES
    text += letters.charAt(random.integer(0, letters.length - 1))
    left -= isTwo ? 1 : 2
  }
  return text + asciiText(random, left)
}
