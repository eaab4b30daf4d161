// @ts-nocheck: it is run as it stands.
import { defineConfig } from 'vitest/config'

const pools = ['threads', 'forks', 'vmThreads']
export default defineConfig({
  test: {
    root: import.meta.dirname,
    projects: pools.map((pool) => ({
      test: { name: pool, pool, root: import.meta.dirname, include: ['sum.process.mjs'] },
    })),
  },
})
