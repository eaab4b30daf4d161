/** The versions of what takes part in a run. */

import { versionIn } from '../machine.ts'

export function versions(): Record<string, string> {
  return {
    Node: process.versions.node,
    V8: process.versions.v8,
    mitata: versionIn(new URL('../package.json', import.meta.resolve('mitata'))),
  }
}
