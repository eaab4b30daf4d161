/** Reads the repository's own source files, for the tests that judge them. */

import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))

const NOT_OURS = new Set(['node_modules', 'dist', '.git', 'test-results'])

export interface SourceFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string
  readonly text: string
}

/** The files under a folder of the repository, deepest last. Throws where it does not exist: nothing would be judged. */
export function filesUnder(folder: string, extension: RegExp = /\.(ts|mts|js|mjs)$/): SourceFile[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = posix.join(folder, entry.name)
    if (entry.isDirectory()) return filesUnder(path, extension)
    return extension.test(entry.name) ? [{ path, text: readFileSync(join(ROOT, path), 'utf8') }] : []
  })
}

/** The names of the folders in a folder. */
export function foldersIn(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory() && !NOT_OURS.has(entry.name)).map((entry) => entry.name)
}

export function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(ROOT, path.replaceAll('/', sep)), 'utf8'))
}

/** The text with its comments blanked out; lines keep their numbers. Good enough for this repository's style. */
export function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, blank).replaceAll(/(?<=^|\s)\/\/.*$/gm, blank)
}

/** Every module a file imports or re-exports, static or dynamic. */
export function importsOf(file: SourceFile): string[] {
  const matches = withoutComments(file.text).matchAll(/\b(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)
  return [...matches].map((match) => match[1] as string)
}

function blank(comment: string): string {
  return comment.replaceAll(/[^\n]/g, ' ')
}
