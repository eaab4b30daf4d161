/** A ring that has grown, and what is sent through it afterwards: when the sender goes back to one of the first size. */

import { describe, expect, test, vi } from 'vitest'
import type { Receiver } from '../../src/direction/receiver.ts'
import { EMPTY, isStatus } from '../../src/direction/status.ts'
import type { Sender } from '../../src/direction/sender.ts'
import { halves } from './halves.ts'

/** Of 4 KiB: what is sent between two looks, and what may be buffered at each. */
const PART = 1024
const LOOKS = 64
const TEXT = 'x'.repeat(100)

class Line {
  readonly #lane: unknown[] = []
  readonly sender: Sender
  readonly receiver: Receiver
  #sent = 0
  #taken = 0

  constructor(canPoll = true) {
    const poll = (): { message: unknown } | undefined =>
      this.#lane.length === 0 ? undefined : { message: this.#lane.shift() }
    const { sender, receiver } = halves(1 << 20, (message) => this.#lane.push(message), canPoll ? poll : undefined)
    this.sender = sender
    this.receiver = receiver
  }

  send(text: string = TEXT): void {
    this.sender.send([this.#sent++, text], undefined)
  }

  /** Takes all but `left` messages. */
  take(left: number = 0): void {
    while (this.#sent - this.#taken > left) {
      const found = this.receiver.next()
      if (isStatus(found)) {
        expect(this.#lane.length).toBeGreaterThan(0)
        this.receiver.onMessage(this.#lane.shift())
      } else expect((found as [number, string])[0]).toBe(this.#taken++)
    }
    this.receiver.publishRelease()
    if (left === 0) expect(this.receiver.next()).toBe(EMPTY)
  }

  /** Sends more than the ring has room for, and takes it. */
  grow(): void {
    const { growths } = this.sender.rings
    while (this.sender.rings.growths === growths) this.send()
    this.take()
  }

  /** Sends so many bytes, or until the ring shrinks, and leaves `left` messages: how many bytes it were. */
  flow(bytes: number, left = 0, text: string = TEXT): number {
    const { rings, order } = this.sender
    const { shrinks } = rings
    const before = order.bytes
    while (rings.shrinks === shrinks && order.bytes - before < bytes) {
      this.send(text)
      this.take(left)
    }
    return order.bytes - before
  }
}

const LONG = 100 * LOOKS * PART

describe('a ring that has grown', () => {
  test('is followed by one of the first size after a while in which that was enough', () => {
    const line = new Line()
    line.grow()
    const bytes = line.flow(LONG)
    expect(line.sender.rings.shrinks).toBe(1)
    expect(bytes).toBeGreaterThan((LOOKS - 1) * PART)
    expect(bytes).toBeLessThan(LOOKS * (PART + 2 * TEXT.length))
    expect(line.sender.rings.words.byteLength + 4096).toBe(line.sender.rings.words.buffer.byteLength)
    line.flow(PART)
    line.take()
  })

  test('stays where as much is buffered now and then, or all the time', () => {
    const line = new Line()
    line.grow()
    line.flow(LONG, 12)
    for (let times = 0; times < 20; times++) {
      line.flow((LOOKS * PART) / 2)
      line.flow(2 * PART, 20)
    }
    expect(line.sender.rings).toMatchObject({ growths: 1, shrinks: 0 })
  })

  test.each([1100, 1900, 2200])(
    'stays where messages of %s bytes come, which the first one would not take',
    (length) => {
      const line = new Line()
      line.grow()
      line.flow(LONG, 0, 'x'.repeat(length))
      expect(line.sender.rings).toMatchObject({ shrinks: 0 })
    },
  )

  test('is not kept after it is left and drained, also where nobody asks what is buffered', () => {
    const line = new Line()
    line.grow()
    line.flow(LONG)
    expect(line.sender.rings).toMatchObject({ shrinks: 1, isInOlderRings: true })
    line.flow(2 * PART)
    expect(line.sender.rings).toMatchObject({ shrinks: 1, isInOlderRings: false })
  })

  test('goes on where there is no memory for another', () => {
    const line = new Line()
    line.grow()
    vi.stubGlobal('SharedArrayBuffer', function none() {
      throw new RangeError('Array buffer allocation failed')
    })
    line.flow(2 * LOOKS * PART)
    expect(line.sender.rings).toMatchObject({ growths: 1, shrinks: 0 })
    vi.unstubAllGlobals()
    line.flow(LONG)
    expect(line.sender.rings).toMatchObject({ growths: 1, shrinks: 1 })
  })

  test('stays where the other side, when it blocks, does not see native messages', () => {
    const line = new Line(false)
    line.grow()
    line.flow(LONG)
    expect(line.sender.rings).toMatchObject({ growths: 1, shrinks: 0 })
  })

  test('stays where nobody reads any more', () => {
    const line = new Line()
    line.grow()
    line.flow((LOOKS - 0.5) * PART)
    line.receiver.close()
    const { bytes } = line.sender.order
    for (let times = 0; times < 200; times++) line.send()
    expect(line.sender.order.bytes - bytes).toBeGreaterThan(4 * PART)
    expect(line.sender.rings).toMatchObject({ growths: 1, shrinks: 0 })
  })

  test('is left after twice as much the next time', () => {
    const line = new Line()
    const flows = Array.from({ length: 4 }, () => {
      line.grow()
      return line.flow(LONG) / (LOOKS * PART)
    })
    expect(line.sender.rings).toMatchObject({ growths: 4, shrinks: 4 })
    for (const [index, flow] of flows.entries()) {
      expect(flow).toBeGreaterThan(0.95 * 2 ** index)
      expect(flow).toBeLessThan(1.2 * 2 ** index)
    }
  })
})

test('a ring that has not grown is not left', () => {
  const line = new Line()
  line.flow(LONG)
  expect(line.sender.rings).toMatchObject({ growths: 0, shrinks: 0 })
})
