/** A chat message of exactly a thousand bytes of JSON in UTF-8, one character in five beyond ASCII. */

import { mulberry32, type Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { makeMessage } from './chat.ts'
import { asciiText } from './text.ts'

const BYTES = 1_000
const BEYOND_ASCII = 0.2
const TWO_BYTES = 'äöüéèñçßжпрктыλπ'
const THREE_BYTES = '東京大学日本語한국어€–…'
/** A text is put together of these: letter by letter it would take longer to make than to send. */
const MOST_PIECE_BYTES = 200
const ofPieces = mulberry32(0x7ef8)
const PIECES = Array.from({ length: 128 }, () => ({
  text: [...piece(ofPieces, MOST_PIECE_BYTES)].map(({ text }) => text).join(''),
  bytes: MOST_PIECE_BYTES,
}))

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
  const parts = []
  let left = bytes
  for (; left > MOST_PIECE_BYTES; left -= parts.at(-1)!.bytes) parts.push(random.pick(PIECES))
  parts.push(...piece(random, left))
  return parts.map(({ text }) => text).join('')
}

interface Piece {
  readonly text: string
  readonly bytes: number
}

/** Of so many bytes. */
function* piece(random: Random, bytes: number): Generator<Piece> {
  let left = bytes
  for (; left >= 3; left--) {
    if (random.next() >= BEYOND_ASCII) {
      yield { text: asciiText(random, 1), bytes: 1 }
      continue
    }
    const isTwo = random.next() < 0.5
    const letters = isTwo ? TWO_BYTES : THREE_BYTES
    yield { text: letters.charAt(random.integer(0, letters.length - 1)), bytes: isTwo ? 2 : 3 }
    left -= isTwo ? 1 : 2
  }
  if (left > 0) yield { text: asciiText(random, left), bytes: left }
}
