/** The cases that a bench file declares while it is loaded. */

import { Case, type Definition } from './case.ts'

// On the global object: the command and the file may have loaded two copies of this package.
const KEY = Symbol.for('slipring.bench.registry')
const SEPARATOR = ' › '

interface Shelf {
  [KEY]?: Registry | undefined
}

export class Registry {
  readonly cases: Case[] = []
  readonly #suites: string[] = []

  add(name: string, definition: Definition, isBaseline: boolean): Case {
    requireName(name)
    const made = new Case(this.#suites.join(SEPARATOR), name, definition, isBaseline)
    this.cases.push(made)
    return made
  }

  suite(name: string, declare: () => unknown): void {
    requireName(name)
    this.#suites.push(name)
    try {
      if (declare() instanceof Promise)
        throw new TypeError(`The suite ${name} is declared by an async function: await before suite(), not inside it`)
    } finally {
      this.#suites.pop()
    }
  }
}

/** The registry of the file that is being loaded. Throws where no command runs it. */
export function registryHere(): Registry {
  const registry = (globalThis as Shelf)[KEY]
  if (registry === undefined) throw new Error('No bench is running: start this file by `npx slipring-bench <file>`')
  return registry
}

/** Loads a file, and gives the cases that it declares. */
export async function casesDeclaredBy(load: () => Promise<unknown>): Promise<readonly Case[]> {
  const registry = new Registry()
  const shelf = globalThis as Shelf
  shelf[KEY] = registry
  try {
    await load()
  } finally {
    shelf[KEY] = undefined
  }
  return registry.cases.flatMap((declared) => declared.expanded())
}

function requireName(name: unknown): void {
  if (typeof name !== 'string' || name.trim() === '') throw new TypeError(`A name is expected, not ${String(name)}`)
}
