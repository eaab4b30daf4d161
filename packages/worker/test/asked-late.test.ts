/** A reader begins to ask while a turn looks for more. A message that already waits for it is no news to that look. */

import { setTimeout as delay } from 'node:timers/promises'
import { type WaitStrategy } from '@slipring/core'
import { channelOf } from '@slipring/core/channel'
import { f64, struct } from '@slipring/core/schema'
import { expect, test } from 'vitest'
import { attach, createChannel, type NodePort } from '../src/index.ts'

const TICK = channelOf(struct({ n: f64 }))
const STRATEGIES: readonly WaitStrategy[] = ['adaptive', 'spin', 'park']
const STEPS = [0, 1, 2, 3, 4, 5, 6]

async function microtasks(count: number): Promise<void> {
  for (let step = 0; step < count; step++) await undefined
}

async function paired(waitStrategy: WaitStrategy, run: (a: NodePort, b: NodePort) => Promise<unknown>): Promise<void> {
  const { port, offer } = createChannel()
  const other = attach(offer, { waitStrategy })
  try {
    await run(port, other)
  } finally {
    port.close()
    other.close()
  }
}

test.each(STRATEGIES.flatMap((strategy) => STEPS.map((steps) => [strategy, steps] as const)))(
  'a record that waits goes to a listener set while the turn looks: %s, after %i microtasks',
  (strategy, steps) =>
    paired(strategy, async (a, b) => {
      const sent = a.channel(TICK)
      const heard = b.channel(TICK)
      const record = new Promise((resolve) => {
        b.on('message', async () => {
          await microtasks(steps)
          heard.onrecord = ({ n }) => resolve(n)
        })
      })
      await delay(2)
      sent.send({ n: 7 })
      a.postMessage('a message')
      expect(await Promise.race([record, delay(1000, 'never')])).toBe(7)
    }),
)

test.each(STRATEGIES.flatMap((strategy) => STEPS.map((steps) => [strategy, steps] as const)))(
  'a record that a pull goes past while the turn looks reaches its listener: %s, after %i microtasks',
  (strategy, steps) =>
    paired(strategy, async (a, b) => {
      const sent = a.channel(TICK)
      const heard = b.channel(TICK)
      const pulled = Promise.withResolvers<unknown>()
      const record = Promise.withResolvers<unknown>()
      heard.onrecord = async ({ n }) => {
        if (n !== 1) return record.resolve(n)
        await microtasks(steps)
        sent.send({ n: 2 })
        a.postMessage('a message')
        pulled.resolve(await b.receive())
      }
      await delay(2)
      sent.send({ n: 1 })
      const both = Promise.all([pulled.promise, record.promise])
      expect(await Promise.race([both, delay(1000, 'never')])).toEqual(['a message', 2])
    }),
)
