/** One gate and two wakers: of several that race, one signals. */

import {
  CONSUMER_GATE,
  OUT_OF_BAND,
  PRODUCER_POSITION,
  WANTED_POSITION,
} from '../../../packages/core/src/memory/layout.ts'
import { load, store } from '../doors/atomics.ts'
import type { Program, ThreadSpec } from '../program.ts'
import type { Scenario } from '../scenario.ts'
import type { Subject } from '../subject.ts'

/** Any two words will do for the news. */
const NEWS = [PRODUCER_POSITION, OUT_OF_BAND]
const NEWS_EACH = 2

function waker(letter: string, word: number, { gate }: Subject): ThreadSpec {
  return {
    letter,
    body: (thread) => {
      const { words } = thread.region(0)
      for (let n = 1; n <= NEWS_EACH; n++) {
        store(words, word, n)
        gate.wake(words, CONSUMER_GATE, gate.noNudge)
      }
    },
  }
}

function sleeper({ gate }: Subject): ThreadSpec {
  return {
    letter: 'c',
    body: (thread) => {
      const { words } = thread.region(0)
      let seen = 0
      const sum = (): number => NEWS.reduce((total, word) => total + load(words, word), 0)
      while ((seen = sum()) < NEWS_EACH * NEWS.length)
        gate.parkSync(words, CONSUMER_GATE, { hasNews: () => sum() !== seen }, Infinity)
      store(words, WANTED_POSITION, seen)
    },
  }
}

const twoWakers: Scenario = {
  name: 'two-wakers',
  bound: 3,
  build: (subject): Program => ({
    regions: [{ capacity: 16, maxPayload: 8 }],
    threads: [waker('a', NEWS[0]!, subject), waker('b', NEWS[1]!, subject), sleeper(subject)],
  }),
}

export const gateScenarios: readonly Scenario[] = [twoWakers]
