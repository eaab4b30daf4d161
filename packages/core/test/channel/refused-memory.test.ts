import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, test } from 'vitest'
import { Sender } from '../../src/channel/sender.ts'
import { createRegion } from '../../src/memory/region.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
afterAll(() => setFlagsFromString('--no-expose-gc'))

const strict = { whenFull: 'buffer', highWaterMark: 1024, maxBufferedBytes: 1024, isPeerGone: undefined } as const
const long = 'x'.repeat(1 << 20)

/** A sender that refuses more than 1 KiB, and what it posts on its lane. */
function refusing(): { sender: Sender; posted: unknown[] } {
  const posted: unknown[] = []
  const lane = { post: (message: unknown) => void posted.push(message), start() {}, close() {} }
  const region = createRegion({ capacity: 4096 })
  return {
    sender: new Sender({ region, lane, token: 'token', owner: 1, maxCapacity: 4096, unwrapped: 0, ...strict }),
    posted,
  }
}

test.each([
  ['postMessage', false],
  ['tryPostMessage', true],
])('a message that %s refuses keeps nothing of what it was to transfer', async (_, mayRefuse) => {
  const { sender, posted } = refusing()
  const refs = [refuseOne(sender, mayRefuse), refuseOne(sender, mayRefuse)]
  // What `deref` or a call has made alive is so until the task ends.
  await new Promise((resolve) => setTimeout(resolve, 10))
  collect()
  expect(refs.map((ref) => ref.deref())).toEqual([undefined, undefined])
  expect(posted).toEqual([])
  expect(sender.send('short', undefined)).toBe(true)
  expect(sender.messages).toBe(1)
})

test('what it had learnt of the shapes in a refused message is forgotten: the next says them again', () => {
  const { sender } = refusing()
  sender.send({ id: 1, name: 'a' }, undefined)
  const said = sender.bytes
  expect(() => sender.send({ text: long, more: 1 }, undefined)).toThrow(/^Cannot post/)
  sender.send({ text: 'a', more: 1 }, undefined)
  sender.send({ text: 'a', more: 1 }, undefined)
  expect(sender.messages).toBe(3)
  expect(sender.bytes).toBeGreaterThan(said)
})

function refuseOne(sender: Sender, mayRefuse: boolean): WeakRef<object> {
  const buffer = new ArrayBuffer(64)
  try {
    expect(sender.send([long, buffer], [buffer], mayRefuse)).toBe(false)
  } catch (error) {
    expect(error).toMatchObject({ code: 'ERR_SLIPRING_BUFFER_FULL' })
  }
  return new WeakRef(buffer)
}
