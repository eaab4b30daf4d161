/**
 * `npm run sizes`: how large the packages are in a bundle, minified, alone and compressed by Brotli. A part that is larger than
 * `sizes.json` allows ends the command with exit code 1. `--write` lowers what is allowed, and writes the table of the README.
 * A change that is worth its bytes raises the number in `sizes.json` by hand.
 */

import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { writeBetween } from './document.ts'

/** The imports of an application, and the platform it is for. */
const PARTS = [
  { what: '`Worker` of a page', code: `export { Worker } from '@slipring/browser'`, platform: 'browser' },
  {
    what: '`struct` and numbers',
    code: `export { struct, u32, f64 } from '@slipring/core/schema'`,
    platform: 'browser',
  },
  { what: 'all of `@slipring/browser`', code: `export * from '@slipring/browser'`, platform: 'browser' },
  { what: 'all of `@slipring/worker`', code: `export * from '@slipring/worker'`, platform: 'node' },
  { what: 'all of `@slipring/core/schema`', code: `export * from '@slipring/core/schema'`, platform: 'browser' },
  { what: 'all of `@slipring/core/codec`', code: `export * from '@slipring/core/codec'`, platform: 'browser' },
  { what: 'all of `@slipring/core/ring`', code: `export * from '@slipring/core/ring'`, platform: 'browser' },
  {
    what: 'all of `@slipring/nats`, without the client',
    code: `export * from '@slipring/nats'`,
    platform: 'browser',
  },
]

const ENTRY = 'virtual:entry'

const LIMITS = new URL('sizes.json', import.meta.url)

/** @type {Record<string, number>} kilobytes with Brotli, by part */
const limits = JSON.parse(readFileSync(LIMITS, 'utf8'))
/** @type {Record<string, number>} */
const lowered = {}
const rows = []
for (const { what, code, platform } of PARTS) {
  const minified = await bundle(code, /** @type {'browser' | 'node'} */ (platform))
  const size = kilobytes(brotliCompressSync(minified).length)
  const limit = limits[what] ?? 0
  lowered[what] = Math.min(limit, size)
  rows.push(`| ${what} | ${kilobytes(minified.length).toFixed(1)} kB | ${size.toFixed(1)} kB |`)
  if (size <= limit) continue
  console.error(
    `${what} has ${size} kB with Brotli, and ${limit} are allowed: make it smaller, or raise tools/sizes.json`,
  )
  process.exitCode = 1
}
const table = ['| in a bundle | minified | with Brotli |', '| --- | ---: | ---: |', ...rows].join('\n')
console.log(table)
if (process.argv.includes('--write')) {
  writeFileSync(LIMITS, `${JSON.stringify(lowered, undefined, 2)}\n`)
  writeBetween('README.md', 'sizes', table)
}

/**
 * @param {string} code
 * @param {'browser' | 'node'} platform
 */
async function bundle(code, platform) {
  const build = await rolldown({
    input: ENTRY,
    platform,
    external: /^(node:|@nats-io\/)/,
    resolve: { conditionNames: ['slipring-source', 'import'] },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? fileURLToPath(new URL('../examples/entry.js', import.meta.url)) : null),
        load: (id) => (id.endsWith('/examples/entry.js') ? code : null),
      },
    ],
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return Buffer.from(output[0].code)
}

/**
 * With one decimal.
 * @param {number} bytes
 */
function kilobytes(bytes) {
  return Math.round(bytes / 100) / 10
}
