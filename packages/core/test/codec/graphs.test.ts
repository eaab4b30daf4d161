import * as codec from '../../src/codec/index.ts'
import { expect, test } from 'vitest'
import { differenceInGraphs } from './graphs.ts'
import { amountOfRun } from '../../../../tools/short-run.mjs'

// Other ones in each run.
const COUNT = Number(process.env['CODEC_GRAPHS'] ?? amountOfRun(30_000))
const LIMIT_MS = 400_000
const seed = Number(process.env['CODEC_SEED'] ?? Math.floor(Math.random() * 2 ** 31))

test(`${COUNT} random graphs from seed ${seed} arrive as structuredClone makes them`, { timeout: LIMIT_MS }, () => {
  expect(differenceInGraphs(codec, seed, COUNT), `CODEC_SEED=${seed} does it again`).toBeUndefined()
})
