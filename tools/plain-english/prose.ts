/** Finds the prose of a file: the paragraphs and table cells of a Markdown page, or the comments of a source file. */

import { parseSync } from 'oxc-parser'

interface Line {
  /** Counted from 1. */
  readonly number: number
  /** Whitespace is collapsed: a formatter pads the cells of a table. */
  readonly text: string
}

interface Prose {
  readonly lines: readonly Line[]
  /** Paragraphs, list items and cells. Line breaks are joined, inline code is replaced by `x`. */
  readonly paragraphs: readonly Line[]
}

/** A part of a line. Parts of neighbouring lines make one paragraph, unless the later one begins another. */
interface Part extends Line {
  readonly begins: boolean
}

/** `path` decides how the text is read: `.md`, or a source file that oxc can parse. */
export function proseOf(path: string, text: string): Prose {
  return path.endsWith('.md') ? proseOfPage(text) : proseOfSource(path, text)
}

function proseOfPage(text: string): Prose {
  const lines = linesOf(withoutBlocks(text))
  return { lines, paragraphs: joined(lines.flatMap(partsOfPageLine)) }
}

/** Without code blocks, and without the parts that a tool writes between `<!-- name -->` and `<!-- /name -->`. */
function withoutBlocks(text: string): string {
  return text.replaceAll(/^ *```.*?^ *```$/gms, blank).replaceAll(/<!-- ([\w:-]+) -->.*?<!-- \/\1 -->/gs, blank)
}

function partsOfPageLine({ number, text }: Line): Part[] {
  if (text.startsWith('#')) return [{ number, text: '', begins: true }]
  if (text.startsWith('|')) return text.split(/(?<!\\)\|/).map((cell) => ({ number, text: cell, begins: true }))
  const item = /^(?:[-*]|\d+\.) /.exec(text)?.[0] ?? ''
  const words = text.slice(item.length)
  // A link alone is the title of its page.
  return [{ number, text: item !== '' && /^\[[^\]]*\]\([^)]*\)$/.test(words) ? '' : words, begins: item !== '' }]
}

function proseOfSource(path: string, text: string): Prose {
  const { comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`Cannot parse ${path}: ${errors[0]!.message}`)
  const lines: Line[] = []
  const parts: Part[] = []
  for (const { start, type, value } of comments) {
    const before = text.slice(0, start).split('\n')
    const followsCode = before.at(-1)!.trim() !== ''
    const words = type === 'Line' ? value : value.replaceAll(/^ *\*+/gm, '')
    const first = before.length
    lines.push(...linesOf(words, first))
    for (const [index, line] of words.split('\n').entries()) {
      const isFirst = index === 0 && (type === 'Block' || followsCode)
      parts.push(...partsOfCommentLine(line.trim(), first + index, isFirst))
    }
  }
  return { lines, paragraphs: joined(parts) }
}

/** Two spaces part the columns of a table or a drawing: each is a cell, as in a page. */
function partsOfCommentLine(line: string, number: number, isFirst: boolean): Part[] {
  const cells = line.split(/\s{2,}/)
  return cells.map((text) => partOfComment({ number, text }, isFirst || cells.length > 1))
}

/** A tag begins a paragraph. Its type and the name of its parameter are no prose. */
function partOfComment({ number, text }: Line, begins: boolean): Part {
  const tag = /^@(?:param (?:\{.*\} )?\[?[\w$.]+(?:=.*\])?\]? ?|\w+ ?(?:\{.*\} ?)?)/.exec(text)?.[0] ?? ''
  return { number, text: text.slice(tag.length), begins: begins || tag !== '' }
}

function linesOf(text: string, first: number = 1): Line[] {
  return text.split('\n').map((line, index) => ({ number: first + index, text: line.replaceAll(/\s+/g, ' ').trim() }))
}

function joined(parts: readonly Part[]): Line[] {
  const paragraphs: { number: number; text: string }[] = []
  let last: Part | undefined
  for (const part of parts) {
    const goesOn = !part.begins && last?.number === part.number - 1 && last.text !== ''
    if (goesOn && part.text !== '') paragraphs.at(-1)!.text += ` ${part.text}`
    else if (part.text !== '') paragraphs.push({ number: part.number, text: part.text })
    last = part
  }
  return paragraphs.map(({ number, text }) => ({ number, text: withoutMarks(text) }))
}

function withoutMarks(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .replaceAll(/[*_[\]]/g, '')
    .trim()
}

function blank(block: string): string {
  return block.replaceAll(/[^\n]/g, '')
}
