/** `npm run example -- drop-in`: runs the `main.ts` of an example. */

import { existsSync, readdirSync } from 'node:fs'

const [name = ''] = process.argv.slice(2)
const names = readdirSync(import.meta.dirname).filter((folder) =>
  existsSync(`${import.meta.dirname}/${folder}/main.ts`),
)

if (names.includes(name)) await import(`./${name}/main.ts`)
else {
  console.error(`Usage: npm run example -- ${names.join(' | ')}`)
  process.exitCode = 2
}
