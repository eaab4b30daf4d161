import { defineConfig } from 'vitest/config'

// The source condition lets tests run the TypeScript as it stands; workers inherit it through execArgv.
const conditions = ['slipring-source', 'node', 'import', 'module', 'default']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'bench/test/**/*.test.ts', 'test/**/*.test.ts'],
    pool: 'forks',
    execArgv: ['--conditions=slipring-source'],
    testTimeout: 30_000,
  },
})
