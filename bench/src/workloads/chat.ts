/** A chat message of exactly a thousand bytes of JSON. */

import type { Random } from '../random.ts'
import type { Workload } from '../workload.ts'
import { newText } from './new-text.mjs'
import { asciiText } from './text.ts'

const BYTES = 1_000
const NAMES = ['ada', 'brook', 'chris', 'dana', 'eli', 'fran', 'gil', 'hope']
const ROOMS = ['lobby', 'support', 'games', 'music']

export const chat: Workload = {
  name: 'chat 1000',
  index: 8,
  pool: 1_024,
  make: (random) => {
    const message = makeMessage(random)
    return { ...message, text: asciiText(random, BYTES - JSON.stringify(message).length) }
  },
}

export function makeMessage(random: Random) {
  return {
    type: 'chat',
    id: random.integer(1, 0xffffffff),
    ts: 1716100000123 + random.integer(0, 1_000_000),
    user: { id: random.integer(1, 1_000_000), name: newText(random.pick(NAMES)) },
    room: newText(random.pick(ROOMS)),
    text: '',
  }
}
