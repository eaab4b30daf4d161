/** Type-checks a user's program, which imports every entry of the installed packages, with several versions of TypeScript. */

import { copyFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { exactTool } from './exact-tool.mjs'
import { root } from './install.mjs'
import { linkModules, run } from './packed.mjs'

const OWN = createRequire(import.meta.url)('typescript/package.json').version

/** The last release of every minor version that the packages promise. */
export const TYPESCRIPTS = ['5.2.2', '5.3.3', '5.4.5', '5.5.4', '5.6.3', '5.7.3', '5.8.3', '5.9.3', '6.0.3', '7.0.2']

/** The first that lets CommonJS require an ES module. */
const REQUIRES = 5.8
/** The first that reads the declarations of NATS itself, where typed arrays have a type argument. */
const READS_NATS = 5.7
const PROGRAMS = ['entries.ts', 'page.ts', 'over-nats.ts', 'required.cts']
const FOLDER = join(root, 'proof', 'installed', 'programs')
// Without skipLibCheck: an error within our declarations must not hide.
const LANGUAGE = ['--noEmit', '--pretty', 'false', '--strict', '--target', 'es2022', '--types', 'node']

/**
 * Throws when one of them reports an error.
 * @param {string} project where the packages are installed
 * @param {readonly string[]} versions
 */
export function checkDeclarations(project, versions) {
  linkModules(project, '@types')
  for (const file of PROGRAMS) copyFileSync(join(FOLDER, file), join(project, file))
  for (const version of versions) {
    const tsc = version === OWN ? 'tsc' : exactTool('tsc', { typescript: version })
    const nodenext = ['--module', 'nodenext', '--lib', 'es2022']
    const bundler = ['--module', 'esnext', '--moduleResolution', 'bundler', '--lib', 'es2022,dom']
    const more = [
      ...(parseFloat(version) >= REQUIRES ? ['required.cts'] : []),
      ...(parseFloat(version) >= READS_NATS ? ['over-nats.ts'] : []),
    ]
    run(tsc, [...LANGUAGE, ...nodenext, 'entries.ts', ...more], project)
    run(tsc, [...LANGUAGE, ...bundler, 'page.ts'], project)
    console.log(`TypeScript ${version}: the declarations of every entry compile`)
  }
}
