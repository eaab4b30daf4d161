import { expect, test } from 'vitest'
import { bundle } from '../src/browser/bundle.ts'

const SCRIPTS = ['/page.js', '/worker.js', '/state-worker.js', '/young.js', '/young-worker.js']

test('bundle() makes scripts for a page and for workers that load nothing of Node', async () => {
  const scripts = await bundle()
  expect([...scripts.keys()]).toEqual(expect.arrayContaining(SCRIPTS))
  for (const name of SCRIPTS) expect(missingFor(name, scripts)).toEqual([])
})

test('bundle() makes a young page and its worker that have loaded nothing of Slipring before they begin', async () => {
  const scripts = await bundle()
  const codeOf = (name: string): string => {
    const seen = new Set<string>()
    missingFor(name, scripts, seen)
    return [...seen].map((one) => scripts.get(one)).join('')
  }
  expect(codeOf('/page.js')).toContain('SharedArrayBuffer')
  for (const name of ['/young.js', '/young-worker.js']) expect(codeOf(name)).not.toContain('SharedArrayBuffer')
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
