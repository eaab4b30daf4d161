import { describe, expect, test } from 'vitest'
import { type Anchor, indexOf, type Place, placeOf } from '../anchors.ts'
import { type Edit, edited } from '../mutant.ts'

const GATE = `
export function park(words: Int32Array): void {
  // ORDER: C1, before the look.
  store(words, PARK)
  // C2.news
  if (hasNews())
    return
  else if (isLate()) // P4: in time
    notify(words)
  // ORDER: C3.
  wait(words)
}
`
const RING = `
export class Ring {
  #position = 0
  publish(): void {
    // ORDER: P1
    store(this.#position)
    // C1
    look()
  }
  get size(): number {
    return this.#position + this.#position
  }
}
`
const index = indexOf(
  new Map([
    ['gate.ts', GATE],
    ['ring.ts', RING],
  ]),
)

function textOf({ file, start, end }: Place): string {
  return (file === 'gate.ts' ? GATE : RING).slice(start, end)
}

describe('an anchor', () => {
  test.each<[Anchor, string]>([
    ['P1', 'store(this.#position)'],
    ['C2.news', 'if (hasNews())\n    return\n  else if (isLate()) // P4: in time\n    notify(words)'],
    ['P4', 'notify(words)'],
    ['C1 of park', 'store(words, PARK)'],
    ['C1 of Ring.publish', 'look()'],
    ['Ring.#position', '#position = 0'],
    [['Ring.publish', 'look()'], 'look()'],
    [['C2.news', 'if (hasNews()) return'], 'if (hasNews())\n    return'],
  ])('%j is %j', (anchor, text) => {
    expect(textOf(placeOf(anchor, index))).toBe(text)
  })

  test.each<[Anchor, string]>([
    ['M9', 'The source has M9 0 times, not once'],
    ['C2', 'The source has C2 0 times'],
    ['C1', 'The source has C1 2 times, not once: gate.ts, ring.ts'],
    ['C3 of Ring.publish', 'C3 of Ring.publish 0 times'],
    ['Ring.gone', 'Ring.gone 0 times'],
    [['P1', 'load'], 'P1 in ring.ts has this 0 times, not once: load'],
    [['Ring.size', 'this.#position'], 'Ring.size in ring.ts has this 2 times'],
  ])('%j is an error', (anchor, message) => {
    expect(() => placeOf(anchor, index)).toThrow(message)
  })

  test('a label that no statement follows is an error', () => {
    expect(() => indexOf(new Map([['end.ts', 'go()\n// P1\n']]))).toThrow('end.ts: nothing follows the comment // P1')
  })
})

test('edits are made from the last to the first, and may not overlap', () => {
  expect(edited('abcdef', [edit(1, 2, 'X'), edit(4, 4, '-'), edit(2, 4, '')])).toBe('aX-ef')
  expect(() => edited('abcdef', [edit(1, 4, ''), edit(3, 5, '')])).toThrow('overlap')
})

function edit(start: number, end: number, text: string): Edit {
  return { file: '', start, end, text }
}
