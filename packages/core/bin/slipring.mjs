#!/usr/bin/env node
/** `slipring compile`: the code of schemas as a module, for pages that forbid to generate it. */

import { existsSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, extname, resolve } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'

const PACKAGE = '@slipring/core/schema'
const USAGE = `Usage: slipring compile <file> [-o <file>]

Writes a module with the code of every schema that a .ts, .mts, .js or .mjs file exports, by default beside it as
<name>.code.js. Import it, for its effect, before the schemas are first used.`

/** A mistake that the user can mend. It is told without a stack trace. */
class Refusal extends Error {}

try {
  const { source, target } = choose()
  const schemas = await schemasIn(source)
  const { moduleOf } = await libraryOf(source)
  const code = moduleOf(schemas.values(), `slipring compile ${basename(source)}`)
  write(target, code)
  console.log(`${target}: ${code.length} characters of code for ${[...schemas.keys()].join(', ')}`)
} catch (error) {
  console.error(error instanceof Refusal ? error.message : error)
  process.exitCode ||= 1
}

function choose() {
  try {
    const { values, positionals } = parseArgs({
      options: { output: { type: 'string', short: 'o' }, help: { type: 'boolean', short: 'h' } },
      allowPositionals: true,
    })
    if (values.help === true) {
      console.log(USAGE)
      process.exit()
    }
    const [command, file, ...more] = positionals
    if (command !== 'compile' || file === undefined || more.length > 0) throw new Error('One file is expected')
    const name = file.slice(0, file.length - extname(file).length)
    return { source: resolve(file), target: values.output ?? `${name}.code.js` }
  } catch (error) {
    process.exitCode = 2
    throw new Refusal(`${error instanceof Error ? error.message : error}\n${USAGE}`)
  }
}

/**
 * The exported schemas of a file by their names.
 * @param {string} file
 */
async function schemasIn(file) {
  requireReadable(file)
  const { Schema } = await libraryOf(file)
  /** @type {Record<string, unknown>} */
  const exported = await import(pathToFileURL(file).href)
  const schemas = new Map()
  for (const [name, value] of Object.entries(exported)) {
    if (!(value instanceof Schema)) continue
    requireProgram(name, value)
    schemas.set(name, value)
  }
  if (schemas.size === 0) throw new Refusal(`${file} exports no schema: "export const Order = struct({ … })" is one`)
  return schemas
}

/**
 * @param {string} file
 * @param {string} text
 */
function write(file, text) {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new Refusal(`Cannot write ${file}: ${error instanceof Error ? error.message : error}`)
  }
}

/** @param {string} file */
function requireReadable(file) {
  if (!existsSync(file)) throw new Refusal(`Cannot read ${file}: there is no such file`)
  const extension = extname(file)
  if (['.js', '.mjs'].includes(extension)) return
  if (!['.ts', '.mts'].includes(extension))
    throw new Refusal(`Cannot read ${file}: a .ts, .mts, .js or .mjs file is expected`)
  if (!process.features.typescript) {
    throw new Refusal(
      `Cannot read ${file}: Node ${process.version} runs no TypeScript, from 22.18 on it does; or give the .js that it is compiled to`,
    )
  }
}

/**
 * That which the schemas of a file are made with: another copy would neither know them nor generate the same code.
 * @param {string} file
 * @returns {Promise<typeof import('@slipring/core/schema')>}
 */
function libraryOf(file) {
  let found
  try {
    found = createRequire(file).resolve(PACKAGE)
  } catch {
    throw new Refusal(`Cannot find ${PACKAGE} from ${file}: install @slipring/core there`)
  }
  return import(pathToFileURL(found).href)
}

/**
 * @param {string} name
 * @param {import('@slipring/core/schema').AnySchema} schema
 */
function requireProgram(name, schema) {
  try {
    schema.programs()
  } catch (error) {
    throw new Refusal(`Cannot compile ${name}: ${error instanceof Error ? error.message : error}`)
  }
}
