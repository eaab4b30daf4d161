import { assert, asyncProperty } from 'fast-check'
import { expect, test } from 'vitest'
import { programs, run, sides } from './programs.ts'

const RUNS = Number(process.env['PROGRAMS'] ?? 2000)

test(
  `${RUNS} random programs see the same over native ports and over ours`,
  { timeout: 30_000 + RUNS * 10 },
  async () => {
    const check = asyncProperty(sides, programs, async (actor, program) => {
      expect(await run('ours', actor, program)).toEqual(await run('native', actor, program))
    })
    await assert(check, { numRuns: RUNS })
  },
)
