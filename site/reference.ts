/** Writes the API reference, from the docstrings of every public name, as pages of the site. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Application, Comment, type DeclarationReflection, OptionDefaults, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { ROOT, SITE } from './places.ts'
import { isLater, promiseLine, promiseOfEntry, type Promised } from './promises.ts'
import { entries } from './reference-pages.ts'

/** Throws when a docstring cannot be turned into a page. */
export async function writeReference(): Promise<void> {
  const options: TypeDocOptions & Partial<PluginOptions> = {
    plugin: ['typedoc-plugin-markdown'],
    tsconfig: join(SITE, 'tsconfig.reference.json'),
    entryPoints: Object.values(entries).map((file) => join(ROOT, file)),
    out: join(SITE, 'reference'),
    readme: 'none',
    disableGit: true,
    blockTags: [...OptionDefaults.blockTags, '@alias'],
    modifierTags: [...OptionDefaults.modifierTags, '@stable'],
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    skipErrorChecking: true, // `npm test` checks types, by the compiler of the repository
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    router: 'module',
    entryFileName: 'index',
    hidePageHeader: true,
    hideBreadcrumbs: true,
    useHTMLAnchors: true,
    useCodeBlocks: true,
    expandParameters: true,
    sanitizeComments: true,
    parametersFormat: 'table',
    interfacePropertiesFormat: 'table',
    typeAliasPropertiesFormat: 'table',
    enumMembersFormat: 'table',
  }
  const app = await Application.bootstrapWithPlugins(options as TypeDocOptions)
  const project = await app.convert()
  if (project === undefined) throw new Error('typedoc has made no reference: its messages are above')
  for (const child of project.children ?? []) {
    const file = `${child.name}/index.ts`
    sayPromises(child, promiseOfEntry(file, readFileSync(join(ROOT, file), 'utf8')))
    child.name = nameOf(file)
  }
  await app.generateOutputs(project)
  if (app.logger.hasErrors()) throw new Error('typedoc has reported errors: they are above')
}

function nameOf(file: string): string {
  const entry = Object.entries(entries).find(([, path]) => path === file)
  if (entry === undefined) throw new Error(`${file} is no entry of the reference`)
  return entry[0]
}

/** Puts the promise of each name under its heading: its own, where its docstring has one, or that of its entry. */
function sayPromises(entry: DeclarationReflection, promise: Promised): void {
  entry.comment?.removeTags('@since')
  for (const tag of ['@stable', '@experimental'] as const) entry.comment?.removeModifier(tag)
  sayPromise(entry, promise)
  for (const name of entry.children ?? []) {
    const { comment } = name.signatures?.[0] ?? name
    const own = comment
      ?.getTag('@since')
      ?.content.map(({ text }) => text)
      .join('')
      .trim()
    if (own !== undefined && !isLater(own, promise.since))
      throw new Error(`${name.name} says @since ${own}, which is no later than its entry: leave it out`)
    const stability = comment?.hasModifier('@experimental') === true ? 'experimental' : promise.stability
    comment?.removeTags('@since')
    comment?.removeModifier('@experimental')
    for (const part of name.signatures ?? [name]) sayPromise(part, { stability, since: own ?? promise.since })
  }
}

function sayPromise(part: { comment?: Comment | undefined }, promise: Promised): void {
  part.comment ??= new Comment()
  const text = part.comment.summary.length === 0 ? '' : '\n\n'
  part.comment.summary.push({ kind: 'text', text: `${text}${promiseLine(promise)}` })
}
