/** The versions of what takes part in a run. */

import { versionIn } from '../machine.ts'

export function versions(): Record<string, string> {
  const { bun, deno, node, v8 } = process.versions as Record<string, string | undefined>
  const runtime =
    bun !== undefined ? { Bun: bun } : deno !== undefined ? { Deno: deno, V8: v8! } : { Node: node!, V8: v8! }
  return {
    ...runtime,
    mitata: versionIn(new URL('../package.json', import.meta.resolve('mitata'))),
  }
}
