import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const program = fileURLToPath(new URL('no-shared-memory.process.ts', import.meta.url))

/** `where`: a condition on `isMainThread`. */
function deletedWhere(where: string): string {
  const code = `import { isMainThread } from 'node:worker_threads'
    if (${where}) delete globalThis.SharedArrayBuffer`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

function linesOf(flag: string): unknown[] {
  const flags = ['--conditions=slipring-source', flag, program]
  const output = execFileSync(process.execPath, flags, { encoding: 'utf8', timeout: 25_000 })
  return output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown)
}

const NO_CLASS = expect.stringMatching(/^TypeError: Cannot .*there is no SharedArrayBuffer here/)
const NO_BLOCKING = expect.stringMatching(/^TypeError: Cannot block for a message without shared memory/)

interface Expected {
  /** The mode of a channel, and of a worker as well. */
  readonly mode: 'copied' | 'shared'
  /** The error of making shared memory on the main thread, and of `acceptSync()` in a worker. */
  readonly ring?: unknown
  readonly acceptSync?: unknown
}

test.each<[string, string, Expected]>([
  [
    'Node runs with --enable-sharedarraybuffer-per-context',
    '--enable-sharedarraybuffer-per-context',
    { mode: 'copied', ring: NO_CLASS, acceptSync: NO_CLASS },
  ],
  ['all threads deleted it', deletedWhere('true'), { mode: 'copied', ring: NO_CLASS, acceptSync: NO_CLASS }],
  ['the main thread deleted it', deletedWhere('isMainThread'), { mode: 'copied', ring: NO_CLASS }],
  // They use memory that is shared with them.
  ['the workers deleted it', deletedWhere('!isMainThread'), { mode: 'shared', acceptSync: NO_CLASS }],
  ['nobody deleted it', deletedWhere('false'), { mode: 'shared' }],
])('the package works where there is no SharedArrayBuffer: %s', (_, flag, expected) => {
  const { mode, ring = 'none', acceptSync = 'none' } = expected
  const blocking = mode === 'copied' ? NO_BLOCKING : 'none'
  expect(linesOf(flag)).toEqual([
    ['a ring', ring],
    ['capacity', expect.stringContaining('RangeError: Cannot use a capacity of 5')],
    ['maxBufferedBytes', expect.stringContaining('RangeError: Cannot use maxBufferedBytes of -1')],
    ['channel', [mode, mode]],
    ['attached again', expect.stringContaining('HandshakeError: Cannot attach: a thread has attached')],
    ['taken', { text: 'taken' }],
    ['heard', 'heard'],
    ['closed', 'peer-closed'],
    ['state', [true, mode, 5]],
    ['Worker', [mode, ['parentPort', mode, 4, 1, blocking], { x: 2 }, 3]],
    ['state', [true, 7]],
    ['Worker', 'peer-closed'],
    ['connect', [mode, [acceptSync, mode, 4, 1, blocking], { x: 2 }, 3]],
    ['state', [true, 7]],
    ['connect', 'peer-closed'],
    ['a worker that does not load the package', 3],
  ])
})
