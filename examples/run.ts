/**
 * `npm run example -- drop-in`: runs the `main.ts` of an example. With `--page` it serves the page of an example that has one
 * besides.
 */

import { existsSync, readdirSync } from 'node:fs'

const [name = '', option] = process.argv.slice(2)
const names = readdirSync(import.meta.dirname).filter((folder) => has(folder, 'main.ts'))

if (!names.includes(name)) {
  console.error(`Usage: npm run example -- ${names.join(' | ')}`)
  process.exitCode = 2
} else if (option === '--page' && has(name, 'index.html')) {
  const { showPage } = await import('./show-page.ts')
  await showPage(name, `The page of ${name}`)
} else await import(`./${name}/main.ts`)

function has(folder: string, file: string): boolean {
  return existsSync(`${import.meta.dirname}/${folder}/${file}`)
}
