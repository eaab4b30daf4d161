import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { Receiver } from '../../src/direction/receiver.ts'
import { isStatus } from '../../src/direction/status.ts'
import { Sender } from '../../src/direction/sender.ts'
import { createRegion } from '../../src/memory/region.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
afterAll(() => setFlagsFromString('--no-expose-gc'))

const strict = { whenFull: 'buffer', highWaterMark: 1024, isPeerGone: undefined } as const
const long = 'x'.repeat(1 << 20)

/** A sender that refuses more than that, or while more than 1 KiB is buffered, and what it posts on its lane. */
function refusing(maxBufferedBytes = 1024): { sender: Sender; posted: unknown[]; taken: () => unknown[] } {
  const posted: unknown[] = []
  const lane = { post: (message: unknown) => void posted.push(message), start() {}, close() {} }
  const region = createRegion({ capacity: 4096 })
  return {
    sender: new Sender({
      region,
      lane,
      token: 'token',
      owner: 1,
      maxCapacity: 4096,
      unwrapped: 0,
      ...strict,
      maxBufferedBytes,
    }),
    posted,
    taken: () => {
      const receiver = new Receiver({ region, lane, token: 'token', owner: 2, onRing() {}, onForeign() {} })
      const messages: unknown[] = []
      for (let found = receiver.next(); !isStatus(found); found = receiver.next()) messages.push(found)
      return messages
    },
  }
}

test.each([
  ['postMessage', 1024, 0],
  ['tryPostMessage', Infinity, 2],
])('a message that %s refuses keeps nothing of what it was to transfer', async (_, limit, buffered) => {
  const { sender, posted } = refusing(limit)
  for (let count = 0; count < buffered; count++) sender.send('x'.repeat(900), undefined)
  const refs = [refuseOne(sender), refuseOne(sender)]
  // `deref` and calls keep their objects alive until the task ends.
  await new Promise((resolve) => setTimeout(resolve, 10))
  collect()
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined])
  expect(posted).toEqual([])
  expect(sender.send('short', undefined)).toBe(true)
  expect(sender.order.messages).toBe(buffered + 1)
})

test('messages of the same shapes as a refused one arrive', () => {
  const { sender, taken } = refusing()
  const messages = [
    { id: 1, name: 'a' },
    { text: 'a', more: 1 },
    { text: 'b', more: 2 },
    { id: 2, name: 'b' },
  ]
  sender.send(messages[0], undefined)
  expect(() => sender.send({ text: long, more: 1 }, undefined)).toThrow(/^Cannot post/)
  expect(() => sender.send({ text: long, more: 1 }, [new ArrayBuffer(8)])).toThrow(/^Cannot post/)
  for (const message of messages.slice(1)) sender.send(message, undefined)
  expect(taken()).toEqual(messages)
})

function refuseOne(sender: Sender): WeakRef<object> {
  const buffer = new ArrayBuffer(64)
  try {
    expect(sender.send([long, buffer], [buffer], true)).toBe(false)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_SLIPRING_BUFFER_FULL' })
  }
  return new WeakRef(buffer)
}
