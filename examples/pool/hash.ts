/** A worker's module: parses a document and hashes it, by itself or with others. */

import { createHash } from 'node:crypto'

/** The hash of a document without its spaces. */
export default function one(text: string): string {
  return createHash('sha1')
    .update(JSON.stringify(JSON.parse(text)))
    .digest('hex')
}

export function batch(texts: readonly string[]): string[] {
  return texts.map(one)
}
