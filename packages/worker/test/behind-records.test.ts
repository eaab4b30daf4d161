import { channelOf } from '@slipring/core/channel'
import { struct, u32 } from '@slipring/core/schema'
import { receiveMessageOnPort, receiveMessageSync } from '@slipring/worker'
import { expect, test } from 'vitest'
import { pair } from './open-ports.ts'

const Count = channelOf(struct({ count: u32 }))
/** More than a look sets aside, but for one that takes a message. */
const RECORDS = 3000

test('a message behind thousands of records that nobody asks for is found by a request, and the records are all there', async () => {
  const [port, other] = pair({ capacity: 1 << 20 })
  const sent = port.channel(Count)
  const read = other.channel(Count)
  let count = 0
  const post = (message: string): void => {
    for (let index = 0; index < RECORDS; index++) sent.send({ count: count++ })
    port.postMessage(message)
  }
  post('now or never')
  expect(receiveMessageOnPort(other)).toEqual({ message: 'now or never' })
  expect(receiveMessageOnPort(other)).toBeUndefined()
  post('blocking, and at once')
  expect(receiveMessageSync(other, { timeout: 0 })).toEqual({ message: 'blocking, and at once' })
  post('blocking')
  expect(receiveMessageSync(other, { timeout: 10_000 })).toEqual({ message: 'blocking' })
  post('by a promise')
  expect(await other.receive()).toBe('by a promise')
  const heard = new Promise((resolve) => other.once('message', resolve))
  post('heard')
  expect(await heard).toBe('heard')
  const counts: number[] = []
  for (let index = 0; index < count; index++) counts.push((await read.receive({ timeout: 1000 })).count)
  expect(counts).toEqual(Array.from({ length: 5 * RECORDS }, (_, index) => index))
})

test('a call that takes a message looks at 16,384 records before it, and the next call goes on', () => {
  const [port, other] = pair({ capacity: 1 << 20 })
  const sent = port.channel(Count)
  other.channel(Count)
  for (let count = 0; count < 20_000; count++) sent.send({ count })
  port.postMessage('behind')
  expect(receiveMessageOnPort(other)).toBeUndefined()
  expect(receiveMessageOnPort(other)).toEqual({ message: 'behind' })
})

test('records of another channel do not hide those that are asked for, and a channel asks on', async () => {
  const [port, other] = pair({ capacity: 1 << 20 })
  const [sentA, sentB] = [port.channel(Count, { name: 'a' }), port.channel(Count, { name: 'b' })]
  other.channel(Count, { name: 'a' })
  const readB = other.channel(Count, { name: 'b' })
  for (let count = 0; count < RECORDS; count++) sentA.send({ count })
  sentB.send({ count: 1 })
  port.postMessage('last')
  port.close()
  expect(await readB.receive({ timeout: 10_000 })).toEqual({ count: 1 })
  expect(await other.receive({ timeout: 10_000 })).toBe('last')
})
