/** Unchanged pools run on rings by `--import @slipring/worker/register`. They print the same as without it. */

import { describe, expect, test } from 'vitest'
import { printedBy } from './registered.ts'

interface Case {
  readonly program: string
  readonly args?: readonly string[]
  /** At least this many of the main thread's messages go by rings. Messages that it posts before a worker is there do not. */
  readonly ring: number
}

const POOLS: Readonly<Record<string, Case>> = {
  'Piscina, sync': { program: 'piscina.process.mjs', args: ['piscina', 'sync'], ring: 250 },
  'Piscina, async': { program: 'piscina.process.mjs', args: ['piscina', 'async'], ring: 250 },
  'Piscina, disabled': { program: 'piscina.process.mjs', args: ['piscina', 'disabled'], ring: 250 },
  tinypool: { program: 'piscina.process.mjs', args: ['tinypool', 'sync'], ring: 250 },
  workerpool: { program: 'workerpool.process.mjs', ring: 5 },
  poolifier: { program: 'poolifier.process.mjs', ring: 5 },
  Comlink: { program: 'comlink.process.mjs', ring: 50 },
  'jest-worker': { program: 'jest.process.mjs', ring: 5 },
}

function withoutRing(lines: unknown[][]): unknown[][] {
  return lines.filter(([what]) => what !== 'ring')
}

function ringMessages(lines: unknown[][]): number {
  return lines.find(([what]) => what === 'ring')![1] as number
}

describe.each(Object.entries(POOLS))('%s', (_, { program, args = [], ring }) => {
  test('registered: the same, by rings', { timeout: 240_000 }, async () => {
    const plain = await printedBy(program, 'plain', ...args)
    const registered = await printedBy(program, 'registered', ...args)
    expect(withoutRing(registered)).toEqual(withoutRing(plain))
    expect(ringMessages(plain)).toBe(0)
    expect(ringMessages(registered)).toBeGreaterThan(ring)
  })

  test('where its workers have an execArgv of their own: the same, natively', { timeout: 240_000 }, async () => {
    const plain = await printedBy(program, 'plain', ...args, 'own')
    const registered = await printedBy(program, 'registered', ...args, 'own')
    expect(withoutRing(registered)).toEqual(withoutRing(plain))
    expect(ringMessages(registered)).toBe(0)
  })
})
