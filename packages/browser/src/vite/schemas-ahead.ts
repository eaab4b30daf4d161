/** A part of the plugin: modules of schemas bring along the code that would be generated for them. */

import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import process from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** A query that no file has: the code for the schemas of the file before it. */
const CODE = '?slipring-code'

/** Each file imports its code, so whoever imports the schemas has both, on the page and in workers. */
export function schemasAhead(schemas: readonly string[]): Plugin {
  let files = new Set<string>()
  return {
    name: 'slipring:schemas-ahead',
    configResolved({ root }) {
      files = new Set(schemas.map((file) => existing(resolve(root, file))))
    },
    transform(code, id) {
      if (!files.has(id)) return null
      // At the end, where it moves no line. Imports run first wherever they are.
      return { code: `${code}\nimport ${JSON.stringify(`./${basename(id)}${CODE}`)}\n`, map: null }
    },
    async load(id) {
      const file = id.endsWith(CODE) ? id.slice(0, -CODE.length) : ''
      if (!files.has(file)) return null
      return { code: await codeFor(file), map: { mappings: '' }, moduleSideEffects: true }
    },
  }
}

/** As Vite names modules, with forward slashes. */
function existing(file: string): string {
  if (!existsSync(file)) throw new Error(`Cannot make the code of schemas ahead: there is no file ${file}`)
  return file.replaceAll('\\', '/')
}

/** In a process of its own, which knows nothing of how the file was before it changed. */
async function codeFor(file: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'slipring-code-'))
  try {
    const target = join(folder, 'code.js')
    await run([commandFile(), 'compile', file, '--output', target])
    return await readFile(target, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** `slipring` of the core that this package depends on. */
function commandFile(): string {
  const schema = pathToFileURL(createRequire(import.meta.url).resolve('@slipring/core/schema'))
  return fileURLToPath(new URL('../../bin/slipring.mjs', schema))
}

function run(args: readonly string[]): Promise<void> {
  // Both processes find the same copy of each package. No other flag: with `-e` the child would be this program again.
  const flags = process.execArgv.filter((flag) => flag.startsWith('--conditions='))
  return new Promise((done, fail) => {
    execFile(process.execPath, [...flags, ...args], (error, _, stderr) => {
      if (error === null) done()
      else fail(new Error(stderr.trim() || error.message))
    })
  })
}
