/** Writes the API reference, from the docstrings of every public name, as pages of the site. */

import { join } from 'node:path'
import { Application, OptionDefaults, type TypeDocOptions } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'
import { ROOT, SITE } from './places.ts'
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
  for (const child of project.children ?? []) child.name = nameOf(`${child.name}/index.ts`)
  await app.generateOutputs(project)
  if (app.logger.hasErrors()) throw new Error('typedoc has reported errors: they are above')
}

function nameOf(file: string): string {
  const entry = Object.entries(entries).find(([, path]) => path === file)
  if (entry === undefined) throw new Error(`${file} is no entry of the reference`)
  return entry[0]
}
