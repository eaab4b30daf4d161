/** The programs of a document, which its readers copy: each begins with a comment that says its file. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'

/**
 * By the names of their files.
 * @param {string} markdown
 * @returns {Map<string, string>}
 */
export function programsOf(markdown) {
  const blocks = markdown.matchAll(/^```m?[jt]s\r?\n(\/\/ ([\w-]+\.m?[jt]s)\b.*?)^```/gms)
  return new Map([...blocks].map(([, text = '', name = '']) => [name, text]))
}

/**
 * Writes the programs of a document into a folder.
 * @param {string} folder
 * @param {string} path of the document, from the root of the repository
 */
export function writePrograms(folder, path) {
  const programs = programsOf(readFileSync(join(root, path), 'utf8'))
  for (const [name, text] of programs) writeFileSync(join(folder, name), text)
}
