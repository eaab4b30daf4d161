/**
 * `npm run sizes`: how large the packages are in a bundle, minified, alone and compressed by Brotli. With `--write` the
 * table of the README.
 */

import { brotliCompressSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { writeBetween } from '../bench/src/document.ts'

/** What an application imports, and the platform it is for. */
const PARTS = [
  { what: '`@slipring/browser`', code: `export * from '@slipring/browser'`, platform: 'browser' },
  { what: '`@slipring/worker`', code: `export * from '@slipring/worker'`, platform: 'node' },
  { what: '`@slipring/nats`, without the client', code: `export * from '@slipring/nats'`, platform: 'browser' },
  { what: '`@slipring/core/schema`', code: `export * from '@slipring/core/schema'`, platform: 'browser' },
  { what: '`@slipring/core/codec`', code: `export * from '@slipring/core/codec'`, platform: 'browser' },
  { what: '`@slipring/core/ring`', code: `export * from '@slipring/core/ring'`, platform: 'browser' },
]

const ENTRY = 'virtual:entry'

const rows = []
for (const { what, code, platform } of PARTS) {
  const minified = await bundle(code, /** @type {'browser' | 'node'} */ (platform))
  rows.push(`| ${what} | ${kilobytes(minified.length)} | ${kilobytes(brotliCompressSync(minified).length)} |`)
}
const table = ['| all of | minified | with Brotli |', '| --- | ---: | ---: |', ...rows].join('\n')
console.log(table)
if (process.argv.includes('--write')) writeBetween('README.md', 'sizes', table)

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
        resolveId: (id) => (id === ENTRY ? new URL('../examples/entry.js', import.meta.url).pathname : null),
        load: (id) => (id.endsWith('/examples/entry.js') ? code : null),
      },
    ],
  })
  const { output } = await build.generate({ minify: true })
  await build.close()
  return Buffer.from(output[0].code)
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return `${(bytes / 1000).toFixed(1)} kB`
}
