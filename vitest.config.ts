import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { browserNames } from './tools/browser-names.mjs'
import { LongFirst } from './tools/long-first.ts'
import { isShortRun, longTests } from './tools/short-run.mjs'

// The source condition lets tests run the TypeScript as it stands; workers inherit it through execArgv.
const conditions = ['slipring-source', 'node', 'import', 'module', 'default']

// Every worker of a test loads TypeScript. Kept compiled, that takes 40 % less time, and spares the engine a WebAssembly module
// a worker: with many at a time V8 has ended the process ("Check failed: jit_page.has_value()", once, Node 24).
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

// Long, and the same in each browser: in two projects, so that two workers share them.
const eachBrowser = ['codec', 'port', 'programs'].map((name) => `e2e/${name}.test.ts`)
// These look at times, memory or a picture of the whole machine.
const alone = ['audio', 'game', 'idle', 'litmus', 'memory', 'physics'].map((name) => `e2e/${name}.test.ts`)

const exclude = [...configDefaults.exclude, ...(isShortRun ? longTests : [])]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    pool: 'forks',
    // Many tests mostly wait, and Vitest would leave one of two cores unused.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongFirst },
    execArgv: [
      '--conditions=slipring-source',
      `--require=${fileURLToPath(new URL('tools/quick-resolve.mjs', import.meta.url))}`,
    ],
    // Some take half a minute alone on an idle machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
    setupFiles: ['patient-waits', 'quick-equality'].map((name) =>
      fileURLToPath(new URL(`tools/${name}.ts`, import.meta.url)),
    ),
    // It loads the sources itself, changed: by Node's hooks, of which Vite's loader knows nothing.
    server: { deps: { external: [/\/explore\/(?!test\/)/] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            'packages/*/test/**/*.test.ts',
            'bench/test/**/*.test.ts',
            'examples/test/**/*.test.ts',
            'tools/test/**/*.test.ts',
            'proof/explore/test/**/*.test.ts',
            'proof/litmus/test/**/*.test.ts',
          ],
          exclude,
        },
      },
      // Drives a real browser over the built packages: `npm test -- --only browser` builds them first.
      ...browserNames.map((name) => ({
        extends: true as const,
        test: { name: `browser ${name}`, include: eachBrowser, exclude, env: { SLIPRING_BROWSER: name } },
      })),
      {
        extends: true,
        test: { name: 'browser', include: ['e2e/**/*.test.ts'], exclude: [...exclude, ...eachBrowser, ...alone] },
      },
      {
        extends: true,
        test: {
          name: 'browser alone',
          include: alone,
          exclude,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      // Over the built site: `npm test -- --only site` builds it first.
      { extends: true, test: { name: 'site', include: ['site/test/**/*.test.ts'] } },
    ],
  },
})
