/** Finds what is hard to read in the words of a file. */

import { proseOf } from './prose.ts'

const MOST_CHARACTERS = 300
const MOST_NUMBERS = 3

/**
 * - `headless`: a sentence that begins with "Who", "What", "Whose" or the like and is no question;
 * - `long`: a line of more than 300 characters;
 * - `numbers`: a sentence of more than three numbers.
 */
export type Kind = 'headless' | 'long' | 'numbers'

export interface Finding {
  readonly kind: Kind
  readonly line: number
  readonly text: string
}

/** Everything hard to read in a Markdown page or in the comments of a source file, line by line. */
export function findingsIn(path: string, text: string): Finding[] {
  const { lines, paragraphs } = proseOf(path, text)
  const found: Finding[] = []
  for (const { number: line, text: shown } of lines)
    if (shown.length > MOST_CHARACTERS) found.push({ kind: 'long', line, text: shown })
  for (const { number: line, text: paragraph } of paragraphs)
    for (const sentence of sentencesOf(paragraph)) {
      if (isHeadless(sentence)) found.push({ kind: 'headless', line, text: sentence })
      if (numbersIn(sentence) > MOST_NUMBERS) found.push({ kind: 'numbers', line, text: sentence })
    }
  return found.toSorted((a, b) => a.line - b.line)
}

function sentencesOf(paragraph: string): string[] {
  return paragraph.split(/(?<=[.!?][)"'”]*)\s+(?=["'“(]*[\p{Lu}\d])/u)
}

function isHeadless(sentence: string): boolean {
  return /^["'“(]*(?:Who|Whom|Whose|What)(?:so)?(?:ever)?\b/.test(sentence) && !/\?[)"'”]*$/.test(sentence)
}

/** Digits inside a name, such as `f64` or `UTF-8`, are no numbers. */
function numbersIn(sentence: string): number {
  return sentence.match(/(?<![\p{L}\p{N}.,-])\d(?:[\d.,]*\d)?/gu)?.length ?? 0
}
