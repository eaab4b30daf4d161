/** A race of the shipped sender and receiver: messages by two lanes, and a ring that grows. */

import { receiveMessageOnPort } from 'node:worker_threads'
import { Receiver } from '../../../packages/core/src/direction/receiver.ts'
import { ENDED, IN_LANE, isStatus } from '../../../packages/core/src/direction/status.ts'
import { Sender } from '../../../packages/core/src/direction/sender.ts'
import type { Lane } from '../../../packages/core/src/host.ts'
import { CONSUMER_GATE } from '../../../packages/core/src/memory/layout.ts'
import { parkSync } from '../../../packages/core/src/signal/gate.ts'
import type { LitmusTest } from '../lock-step.js'
import { FORGOTTEN_MS, regions } from './regions.ts'
import { allowed, forbidden, interesting } from '../outcomes.js'

interface Numbered {
  readonly number: number
  readonly bytes?: ArrayBuffer
  readonly text?: string
}

const MESSAGES = 20
const TEXT = 'x'.repeat(900)

/** Small ones by the ring, some transferred and so by the lane, and more text than the first ring holds. */
function messageNumbered(number: number): Numbered {
  if (number % 8 === 1) return { number, bytes: new ArrayBuffer(number) }
  return number % 2 === 0 ? { number, text: TEXT } : { number }
}

function isMessage({ number, bytes, text }: Numbered, expected: number): boolean {
  if (number !== expected) return false
  if (expected % 8 === 1) return bytes?.byteLength === expected && text === undefined
  return bytes === undefined && text === (expected % 2 === 0 ? TEXT : undefined)
}

const NEVER_EMPTY = 0
const SLEPT = 1
const GREW = 2
const SLEPT_ON = 4
const DISORDER = 5
const ENDED_EARLY = 6
const INEXACT = 7

const twoLanes: LitmusTest = {
  name: 'direction: two lanes and growth',
  leansOn: 'one order over two lanes; the verdict "on the lane" is exact; nothing is lost when the ring grows',
  threads: 2,
  stride: 1,
  jitter: 4000,
  ...regions({ instances: 16 }, (regionOf, port) => {
    let [sent, received] = [0, 0]
    return [
      (i) => {
        const sender = new Sender({
          region: regionOf(i),
          lane: { post: (message, transfer) => port.postMessage(message, transfer) } as Lane,
          token: `race ${sent++}`,
          owner: 1,
          maxCapacity: 1 << 16,
          unwrapped: 0,
          whenFull: 'buffer',
          highWaterMark: 0,
          maxBufferedBytes: Infinity,
          isPeerGone: undefined,
        })
        for (let number = 0; number < MESSAGES; number++) {
          const message = messageNumbered(number)
          sender.send(message, message.bytes && [message.bytes])
        }
        sender.close()
        return 0
      },
      (i) => {
        let { words } = regionOf(i)
        let what = NEVER_EMPTY
        const receiver = new Receiver({
          region: regionOf(i),
          lane: { post: () => {}, poll: () => receiveMessageOnPort(port) },
          token: `race ${received++}`,
          owner: 2,
          onRing: (region) => {
            ;({ words } = region)
            what |= GREW
          },
          onForeign: () => {
            throw new Error('a message of another race')
          },
        })
        for (let number = 0; ;) {
          const found = receiver.next()
          if (found === ENDED) return number === MESSAGES ? what : ENDED_EARLY
          // The lane can be polled here, so what is said to be on it is there.
          if (found === IN_LANE) return INEXACT
          if (!isStatus(found)) {
            if (!isMessage(found as Numbered, number++)) return DISORDER
            continue
          }
          receiver.publishRelease()
          what |= SLEPT
          if (!parkSync(words, CONSUMER_GATE, receiver, FORGOTTEN_MS)) return SLEPT_ON
        }
      },
    ]
  }),
  outcomes: [
    interesting([0, NEVER_EMPTY], 'all, at once', 'the receiver never caught up'),
    interesting([0, SLEPT], 'all, after parking', 'it caught up'),
    interesting([0, GREW], 'all, by way of a larger ring', 'the ring was full first'),
    allowed([0, GREW | SLEPT], 'all, larger ring, parking', 'both'),
    forbidden([0, SLEPT_ON], 'slept on', 'a lost wake-up'),
    forbidden([0, DISORDER], 'out of order', 'numbers have no gaps'),
    forbidden([0, ENDED_EARLY], 'the end too early', 'the state is stored last'),
    forbidden([0, INEXACT], 'said to be on the lane, and is not', 'O1 before O2'),
  ],
}

export const direction: readonly LitmusTest[] = [twoLanes]
