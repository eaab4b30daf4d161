/** A message whose texts and keys were cut out of a long text, in each of the ways in which engines share the characters. */

const LINE = 100
const LINES = 16

export function cutMessage(id: number, length: number): object {
  const text = longText(id, length)
  const lines = text.slice(0, LINE * LINES).split('\n')
  const cut = (place: number): string => text.slice(place, place + 64)
  return {
    id,
    name: cut(1),
    line: lines[1],
    word: /k[a-z]+/.exec(text)?.[0],
    inner: { title: cut(200), tail: text.substring(length - 40) },
    rows: lines.map((line) => ({ first: line.slice(0, 30), last: line.slice(30, 60) })),
    byKey: { [text.slice(3, 33)]: id, [lines[2]!.slice(0, 20)]: id },
  }
}

/** Lines of other letters for each `id`, in memory of their own. */
function longText(id: number, length: number): string {
  const line = `${id} keeps${'abcdefghijklmnop'.slice(id % 16)}`.padEnd(LINE - 1, `-${id}`) + '\n'
  return Buffer.alloc(length, line).toString('latin1')
}
