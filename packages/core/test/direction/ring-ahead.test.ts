/** A lane that loses what has shared memory in it when its poster ends: a larger ring is used once the other side has it. */

import { array, assert, constantFrom, nat, oneof, property, record } from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Receiver } from '../../src/direction/receiver.ts'
import { EMPTY, ENDED, IN_LANE, isStatus } from '../../src/direction/status.ts'
import type { Sender } from '../../src/direction/sender.ts'
import { Unreadable } from '../../src/direction/unreadable.ts'
import { halves } from './halves.ts'

const TEXTS = { small: '', middle: 'x'.repeat(500), large: 'x'.repeat(5000), largest: 'x'.repeat(40_000) }

class LosingLine {
  readonly #lane: unknown[] = []
  readonly sender: Sender
  readonly receiver: Receiver
  readonly heard: unknown[] = []
  sent = 0

  constructor() {
    const line = halves(1 << 20, (message) => this.#lane.push(message), undefined, undefined, true)
    this.sender = line.sender
    this.receiver = line.receiver
  }

  send(text: keyof typeof TEXTS): void {
    this.sender.send([this.sent++, TEXTS[text]], undefined)
  }

  /** As many native messages arrive. */
  arrive(most = Infinity): void {
    for (let left = most; left > 0 && this.#lane.length > 0; left--)
      expect(this.receiver.onMessage(this.#lane.shift())).toBe(true)
  }

  /** Takes what is there: why there is no more. */
  take(most = Infinity): unknown {
    for (let left = most; left > 0; left--) {
      const found = this.receiver.next()
      if (isStatus(found)) return found
      this.heard.push((found as [number, string])[0])
    }
    return EMPTY
  }

  end(): void {
    this.sender.close()
    for (const [index, message] of this.#lane.entries())
      if (hasShared(message)) this.#lane[index] = new Unreadable(new Error('lost'))
  }

  /** All that is on its way arrives, so late that each time a wait for it is over. */
  arriveLate(): void {
    while (this.#lane.length > 0) {
      this.arrive(1)
      this.take()
      this.receiver.stopWaiting()
    }
  }
}

function hasShared(message: unknown): boolean {
  return Array.isArray(message) && message.some((part) => part instanceof SharedArrayBuffer)
}

describe('a ring that is sent ahead', () => {
  test('is not used before it has come, and then carries what was too large', () => {
    const line = new LosingLine()
    line.send('large')
    expect([line.sender.rings.growths, line.sender.lane.spills]).toEqual([0, 1])
    line.send('large')
    expect([line.sender.rings.growths, line.sender.lane.spills]).toEqual([0, 2])
    line.arrive()
    line.send('large')
    expect([line.sender.rings.growths, line.sender.lane.spills]).toEqual([1, 2])
    expect(line.take()).toBe(IN_LANE)
    line.arrive()
    expect(line.take()).toBe(EMPTY)
    expect(line.heard).toEqual([0, 1, 2])
  })

  test('is followed by a larger one, by the same way', () => {
    const line = new LosingLine()
    line.send('large')
    line.arrive()
    line.send('largest')
    line.arrive()
    line.send('largest')
    line.arrive()
    expect(line.take()).toBe(EMPTY)
    expect(line.heard).toEqual([0, 1, 2])
    expect([line.sender.rings.growths, line.sender.lane.spills]).toEqual([1, 2])
  })

  test('is lost alone when its sender ends at once', () => {
    const line = new LosingLine()
    for (const text of ['small', 'large', 'large', 'small'] as const) line.send(text)
    line.end()
    line.arrive()
    expect(line.take()).toBe(ENDED)
    expect(line.heard).toEqual([0, 1, 2, 3])
  })

  test('is lost alone also when what is behind it comes after a wait for it', () => {
    const line = new LosingLine()
    for (const text of ['small', 'large', 'large', 'small'] as const) line.send(text)
    line.end()
    line.arriveLate()
    expect(line.take()).toBe(ENDED)
    expect(line.heard).toEqual([0, 1, 2, 3])
  })

  test('takes part in any order of events, and nothing is lost', () => {
    const step = oneof(
      {
        arbitrary: record({ do: constantFrom('send' as const), text: constantFrom(...Object.keys(TEXTS)) }),
        weight: 4,
      },
      { arbitrary: record({ do: constantFrom('arrive' as const, 'take'), most: nat(6) }), weight: 3 },
    )
    let grown = 0
    const all = property(array(step, { maxLength: 60, size: 'max' }), (steps) => {
      const line = new LosingLine()
      for (const each of steps) {
        if (each.do === 'send') line.send(each.text as keyof typeof TEXTS)
        else line[each.do](each.most)
        line.receiver.publishRelease()
      }
      line.end()
      line.arriveLate()
      expect(line.take()).toBe(ENDED)
      expect(line.heard).toEqual(Array.from({ length: line.sent }, (_, number) => number))
      grown += line.sender.rings.growths
    })
    assert(all, { numRuns: 1000 })
    expect(grown).toBeGreaterThan(100)
  })
})
