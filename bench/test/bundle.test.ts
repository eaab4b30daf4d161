import { expect, test } from 'vitest'
import { bundle } from '../src/browser/bundle.ts'

const SCRIPTS = ['/page.js', '/worker.js', '/state-worker.js']

test('bundle() makes scripts for a page and for workers that load nothing of Node', async () => {
  const scripts = await bundle()
  expect([...scripts.keys()]).toEqual(expect.arrayContaining(SCRIPTS))
  for (const name of SCRIPTS) expect(missingFor(name, scripts)).toEqual([])
})

/** The scripts that a script imports at once, itself or by way of another, and that the server does not have. */
function missingFor(name: string, scripts: ReadonlyMap<string, string>, seen: Set<string> = new Set()): string[] {
  if (seen.has(name)) return []
  seen.add(name)
  const code = scripts.get(name)
  if (code === undefined) return [name]
  const imports = [...code.matchAll(/^(?:import|export)[^'"(]*['"]([^'"]+)['"]/gm)].map(([, path = '']) => path)
  return imports.flatMap((path) => missingFor(path.replace(/^\.\//, '/'), scripts, seen))
}
