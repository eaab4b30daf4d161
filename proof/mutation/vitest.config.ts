/** The unit tests by which `npm run prove -- mutation` judges ring, gates and codec: those that need no other thread and little time. */

import { defineConfig } from 'vitest/config'

const conditions = ['slipring-source', 'node', 'import', 'module', 'default']
const core = 'packages/core/test'
const quick = [
  'byte-by-byte',
  'bytes',
  'encoder',
  'fidelity',
  'format',
  'own-classes',
  'refusals',
  'runs',
  'second-gear',
  'tables',
]

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    pool: 'forks',
    execArgv: ['--conditions=slipring-source'],
    testTimeout: 30_000,
    include: [
      `${core}/{ring,signal,memory,channel}/!(threads).test.ts`,
      `${core}/port/*.test.ts`,
      ...quick.map((name) => `${core}/codec/${name}.test.ts`),
    ],
  },
})
