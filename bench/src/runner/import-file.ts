/** Imports a bench file. */

import { fileURLToPath } from 'node:url'

/** `address`: of a file, with a query where it is to be another copy. */
export function importFile(address: string): Promise<unknown> {
  if (!('Bun' in globalThis)) return import(address)
  // Bun takes the query off an address, but not off a path.
  return import(fileURLToPath(address) + new URL(address).search)
}
