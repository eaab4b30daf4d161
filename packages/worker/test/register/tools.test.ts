/** Unchanged tools, each with a small job, do the same under the flag as without it. */

import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { endedBy } from './registered.ts'

interface Job {
  /** Below `tools/`. */
  readonly folder?: string
  readonly args: readonly string[]
  /** Of a job in which something is to be found. */
  readonly code?: number
  /** A line that it prints so often. */
  readonly line: string
  readonly times: number
}

const JOBS: Readonly<Record<string, Job>> = {
  esbuild: { args: ['esbuild.process.mjs'], line: 'ERROR: Unexpected', times: 1 },
  tsx: { folder: 'tsx', args: ['--import=tsx', 'main.process.ts'], line: '1 Herz', times: 1 },
  'sass-embedded': { args: ['sass.process.mjs'], line: 'width: 4px;', times: 2 },
  synckit: { folder: 'synckit', args: ['main.process.mjs'], line: '{"twice":38}', times: 2 },
  'import-in-the-middle': { args: ['hooks.process.mjs'], line: 'replaced', times: 1 },
  ava: {
    folder: 'ava',
    args: [inPackages('ava/entrypoints/cli.js'), '--tap', 'one.process.mjs', 'other.process.mjs'],
    code: 1,
    line: 'logged',
    times: 2,
  },
  'eslint --concurrency': {
    folder: 'eslint',
    args: [
      inPackages('eslint/bin/eslint.js'),
      '--concurrency=2',
      '--config=config.process.mjs',
      'first.process.mjs',
      'second.process.mjs',
    ],
    code: 1,
    line: "Unexpected 'debugger' statement",
    times: 2,
  },
  'Vitest, its three pools': {
    folder: 'vitest',
    args: [inPackages('vitest/vitest.mjs'), 'run', '--config=config.process.mjs', '--reporter=tap-flat'],
    code: 1,
    line: 'not ok - sum.process.mjs > fails',
    times: 3,
  },
}

/** A tool's own file, by its path: packages do not export it. */
function inPackages(path: string): string {
  return fileURLToPath(new URL(`../../../../node_modules/${path}`, import.meta.url))
}

/** Which of two threads prints first is nobody's promise, nor are times, numbers of processes and running numbers of tests. */
function comparable(text: string): string[] {
  return text
    .replaceAll(/# time=.*/g, '')
    .replaceAll(/^(not )?ok \d+/gm, '$1ok')
    .replaceAll(/\(node:\d+\)/g, '(node)')
    .split('\n')
    .toSorted()
}

describe.each(Object.entries(JOBS))('%s', (_, { folder = '.', args, code = 0, line, times }) => {
  test('under the flag: the same', async () => {
    const [plain, registered] = await Promise.all(
      (['plain', 'registered'] as const).map((kind) => endedBy(join('tools', folder), kind, args)),
    )
    expect(plain!.stdout.replaceAll(/ok \d+/g, 'ok').split(line).length - 1).toBe(times)
    expect(plain!.code).toBe(code)
    expect(comparable(registered!.stdout)).toEqual(comparable(plain!.stdout))
    expect(comparable(registered!.stderr)).toEqual(comparable(plain!.stderr))
    expect(registered!.code).toBe(code)
  })
})
