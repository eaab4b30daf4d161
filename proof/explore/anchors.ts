/**
 * Where a mutant changes the shipped source. An anchor is named by the label of a protocol step, as a comment gives it
 * (`// M4`, `// ORDER: P2`), by a function or method, or by both: `M5`, `Producer.tryClaim`, `C1 of parkSync`. It stands for
 * the statement after the comment. So a mutant follows its code into another file. It is an error when the code is gone, or
 * there twice.
 */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/experimental'

/** The statement of a label, or a whole function; or a part of it, whose white space stands for any. */
export type Anchor = string | readonly [name: string, part: string]

/** A piece of one file of packages/core/src. */
export interface Place {
  readonly file: string
  readonly start: number
  readonly end: number
}

interface Named extends Place {
  readonly name: string
}

interface Index {
  /** By file. */
  readonly sources: ReadonlyMap<string, string>
  readonly scopes: readonly Named[]
  readonly labels: readonly Named[]
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

/** The beginning of a step's comment. The label may go on with a name of its own: `M4.count`. */
const LABEL = /^\s*(?:ORDER: )?([A-Z]\d(?:\.[a-z]+)?)\b/
const BETWEEN = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/|else\b|&&|\|\|)*/

let shipped: Index | undefined

/** Throws `Error` unless there is exactly one such place, with the part exactly once in it. */
export function placeOf(anchor: Anchor, index: Index = indexShipped()): Place {
  const [name, part] = typeof anchor === 'string' ? [anchor] : anchor
  const [, label, scope] = /^([A-Z]\d\S*)?(?: of )?(\S+)?$/.exec(name) ?? []
  let places: readonly Place[] = scope === undefined ? index.labels : only(scope, named(index.scopes, scope))
  if (label !== undefined) {
    const labelled = named(index.labels, label)
    places = only(name, scope === undefined ? labelled : labelled.filter((place) => isWithin(place, places[0]!)))
  }
  const place = places[0]!
  if (part === undefined) return place
  const text = index.sources.get(place.file)!.slice(place.start, place.end)
  const found = [...text.matchAll(patternOf(part))]
  if (found.length !== 1) throw new Error(`${name} in ${place.file} has this ${found.length} times, not once: ${part}`)
  const start = place.start + found[0]!.index
  return { file: place.file, start, end: start + found[0]![0].length }
}

export function sourceOf(file: string, index: Index = indexShipped()): string {
  return index.sources.get(file)!
}

export function indexOf(files: ReadonlyMap<string, string>): Index {
  const scopes: Named[] = []
  const labels: Named[] = []
  for (const [file, source] of files) {
    const { program, comments, errors } = parseSync(file, source, { lang: 'ts' })
    if (errors.length > 0) throw new Error(`Cannot parse ${file}: ${errors[0]!.message}`)
    const outermostAt = new Map<number, Node>()
    visit(program as unknown as Node, '', (node, name) => {
      if (!outermostAt.has(node.start)) outermostAt.set(node.start, node)
      if (name !== undefined) scopes.push({ name, file, start: node.start, end: node.end })
    })
    for (const { type, value, start, end } of comments) {
      const name = type === 'Line' ? LABEL.exec(value)?.[1] : undefined
      if (name === undefined) continue
      const node = outermostAt.get(end + BETWEEN.exec(source.slice(end))![0].length)
      if (node === undefined) throw new Error(`${file}: nothing follows the comment ${source.slice(start, end)}`)
      labels.push({ name, file, start: node.start, end: node.end })
    }
  }
  return { sources: files, scopes, labels }
}

function indexShipped(): Index {
  const folder = join(import.meta.dirname, '../..', 'packages', 'core', 'src')
  const files = globSync('**/*.ts', { cwd: folder }).toSorted()
  return (shipped ??= indexOf(new Map(files.map((file) => [file, readFileSync(join(folder, file), 'utf8')]))))
}

/** In the order of the source, parents first; with the name of what is a function or a member of a class. */
function visit(node: Node, owner: string, see: (node: Node, name: string | undefined) => void): void {
  const own = (node['key'] ?? node['id']) as (Node & { name?: string }) | null | undefined
  const isClass = node.type === 'ClassDeclaration'
  const isMember = node.type === 'MethodDefinition' || node.type === 'PropertyDefinition'
  const isFunction = node.type === 'FunctionDeclaration' || (node.type === 'VariableDeclarator' && owner === '')
  const bare = own?.name === undefined ? undefined : `${own.type === 'PrivateIdentifier' ? '#' : ''}${own.name}`
  const name = isMember ? `${owner}.${bare}` : bare
  see(node, isMember || isFunction ? name : undefined)
  const inner = isClass || isMember || isFunction ? (name ?? owner) : owner
  for (const child of childrenOf(node)) visit(child, inner, see)
}

function childrenOf(node: Node): Node[] {
  const children = Object.values(node).flat()
  return children.filter((child): child is Node => typeof (child as Node | null)?.type === 'string')
}

function named(all: readonly Named[], name: string): Named[] {
  return all.filter((place) => place.name === name)
}

function only(name: string, places: readonly Place[]): readonly Place[] {
  if (places.length === 1) return places
  const where = places.length === 0 ? '' : `: ${places.map(({ file }) => file).join(', ')}`
  throw new Error(`The source has ${name} ${places.length} times, not once${where}`)
}

function isWithin(place: Place, outer: Place): boolean {
  return place.file === outer.file && place.start >= outer.start && place.end <= outer.end
}

function patternOf(part: string): RegExp {
  const words = part.trim().split(/\s+/)
  return new RegExp(words.map((word) => RegExp.escape(word)).join('\\s+'), 'g')
}
