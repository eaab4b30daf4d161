/** Lists of one kind of value by hand. */

import type { Hand } from './hand.ts'
import { endOfAnyText, readAnyText, writeAnyText } from './text.ts'

export function integersOf(bytesEach: 1 | 4 | 8): Hand {
  return {
    write(integers: readonly number[], bytes, view, at) {
      view.setUint32(at, integers.length, true)
      let end = at + 4
      for (let index = 0; index < integers.length; index++, end += bytesEach) {
        const integer = integers[index]!
        if (bytesEach === 1) bytes[end] = integer
        else if (bytesEach === 4) view.setUint32(end, integer, true)
        else view.setFloat64(end, integer, true)
      }
      return end
    },
    read(bytes, view, at) {
      const integers: number[] = []
      const end = at + 4 + view.getUint32(at, true) * bytesEach
      for (let from = at + 4; from < end; from += bytesEach) {
        if (bytesEach === 1) integers.push(bytes[from]!)
        else integers.push(bytesEach === 4 ? view.getUint32(from, true) : view.getFloat64(from, true))
      }
      return integers
    },
  }
}

export const strings: Hand = {
  write(texts: readonly string[], bytes, view, at) {
    view.setUint32(at, texts.length, true)
    let end = at + 4
    for (const text of texts) end = writeAnyText(text, bytes, view, end)
    return end
  },
  read(bytes, view, at) {
    const texts: string[] = []
    let from = at + 4
    for (let left = view.getUint32(at, true); left > 0; left--) {
      texts.push(readAnyText(bytes, view, from))
      from = endOfAnyText(view, from)
    }
    return texts
  },
}
