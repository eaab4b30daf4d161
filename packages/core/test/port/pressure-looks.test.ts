import { expect, test, vi } from 'vitest'
import type { Sender } from '../../src/channel/sender.ts'
import type { Host } from '../../src/host.ts'
import { Pressure } from '../../src/port/pressure.ts'

vi.mock('../../src/atomics.ts', async (original) => ({ ...(await original<object>()), waitAsync: undefined }))

test('without Atomics.waitAsync one look at a time is due, however often somebody posts meanwhile', async () => {
  let buffered = 100
  const looks: (() => void)[] = []
  const pressure = new Pressure({
    host: { later: (look: () => void) => looks.push(look) } as unknown as Host,
    onDrain: () => {},
    peerClosed: () => new Error('closed'),
    goneError: () => undefined,
    hold: () => {},
  })
  pressure.sender = {
    get bufferedAmount() {
      return buffered
    },
    releasingWords: new Int32Array(new SharedArrayBuffer(1024)),
    readyAt: 10,
    caughtUp: () => {},
  } as unknown as Sender
  const { ready } = pressure
  for (let post = 0; post < 3; post++) pressure.rearm()
  expect(looks.length).toBe(1)
  looks.shift()!()
  expect(looks.length).toBe(1)
  buffered = 0
  looks.shift()!()
  await ready
  expect(looks.length).toBe(0)
})
