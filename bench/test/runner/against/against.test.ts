import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report } from '../../../src/runner/against/print.ts'

const PACKAGE = fileURLToPath(new URL('../../../', import.meta.url))
const BIN = join(PACKAGE, 'bin/slipring-bench.mjs')

/** A library that reads tables of comma-separated values. */
const LIBRARY = `
export function parse(text) {
  return text.split('\\n').map(parseLine)
}

function parseLine(line) {
  const cells = []
  let from = 0
  for (let place = line.indexOf(','); place !== -1; place = line.indexOf(',', from)) {
    cells.push(line.slice(from, place))
    from = place + 1
  }
  cells.push(line.slice(from))
  return cells
}

export function format(rows) {
  return rows.map((cells) => cells.join(',')).join('\\n')
}
`
const BENCH = `
import { bench, suite } from '@slipring/bench'
import * as library from '../src/csv.mjs'

const rows = Array.from({ length: 200 }, (_, row) => [String(row), 'name of ' + row, String(row * 7919)])
const text = rows.map((cells) => cells.join(',')).join('\\n')
const times = { warmupTime: 10, time: 40 }

suite('csv', () => {
  bench('parse', times, () => library.parse(text))
  bench('format', times, () => library.format(rows))
})
`
/** Four times as slow. */
const SLOW = LIBRARY.replace('.map(parseLine)', '.map((line) => [0, 1, 2, 3].map(() => parseLine(line))[3])')

let folder: string
let temporary: string

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@e', '-c', 'commit.gpgSign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
const write = (file: string, text: string): void => writeFileSync(join(folder, file), text)
const commit = (message: string): string => {
  git('add', '--all')
  git('commit', '--quiet', '--message', message)
  return git('rev-parse', 'HEAD')
}

interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** `this`: a command that runs it. */
function start(this: readonly string[] | void, ...args: string[]): ChildProcess & { ended: Promise<Ended> } {
  const [program, ...all] = [...(this ?? []), process.execPath, '--conditions=slipring-source', BIN, ...args]
  // Of its own: nothing may be left there.
  const child = spawn(program!, all, { cwd: folder, env: { ...process.env, TMPDIR: temporary } })
  let [stdout, stderr] = ['', '']
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const ended = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ code, stdout, stderr })))
  return Object.assign(child, { ended })
}

async function against(...args: string[]): Promise<Ended> {
  const ended = await start('--allow-loaded', '--quick', '--against', ...args).ended
  expectNothingLeft()
  return ended
}

function expectNothingLeft(): void {
  expect(git('worktree', 'list').split('\n')).toHaveLength(1)
  expect(readdirSync(temporary).filter((name) => name.startsWith('slipring-'))).toEqual([])
}

beforeAll(() => {
  temporary = mkdtempSync(join(tmpdir(), 'slipring-against-tmp-'))
  folder = mkdtempSync(join(tmpdir(), 'slipring-against-'))
  git('init', '--quiet', '--initial-branch=main')
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'bench'))
  mkdirSync(join(folder, 'node_modules/@slipring'), { recursive: true })
  symlinkSync(PACKAGE, join(folder, 'node_modules/@slipring/bench'), 'junction')
  write('.gitignore', 'node_modules\n')
  write('package.json', '{ "type": "module" }')
  write('src/csv.mjs', LIBRARY)
  write('bench/csv.bench.mjs', BENCH)
  commit('The library')
  git('tag', 'fast')
  write('src/csv.mjs', SLOW)
  commit('It reads each line four times')
})

afterAll(() => {
  for (const one of [folder, temporary]) rmSync(one, { recursive: true, force: true })
})

describe('slipring-bench --against', { timeout: 300_000 }, () => {
  test('tells which case has become slower, in a table, as Markdown and as JSON', async () => {
    const report = join(folder, 'node_modules', 'report.json')
    const markdown = join(folder, 'node_modules', 'report.md')
    const { code, stdout, stderr } = await against('fast', '--rounds', '7', '--json', report, '--markdown', markdown)
    expect(stderr).not.toContain('Error')
    const { compared, ...rest } = JSON.parse(readFileSync(report, 'utf8')) as Report
    expect(rest).toMatchObject({
      format: 1,
      ref: 'fast',
      dirtyFiles: 0,
      isSame: false,
      rounds: 7,
      broken: [],
      notes: [],
    })
    const [parse, format] = compared.map(({ judged }) => judged)
    expect(parse).toMatchObject({ verdict: 'slower' })
    expect(parse!.change).toBeGreaterThan(1)
    expect(parse!.low).toBeGreaterThan(0)
    expect(format!.change).toBeLessThan(1)
    expect(code).toBe(1)
    expect(stdout).toContain(
      `Against fast (${git('rev-parse', 'fast').slice(0, 10)}). Head is the commit that is checked out.`,
    )
    expect(stdout).toMatch(/csv › parse .* slower/)
    expect(stdout).toContain('In at most 1 of 100 runs of these 2 cases')
    expect(readFileSync(markdown, 'utf8')).toMatch(
      /^### Benchmarks: 1 slower, 1 [^]*\| bench\/csv\.bench\.mjs › csv › parse .*\*\*slower\*\* \|/,
    )
  })

  test('shows no difference where there is none, also in a working tree with uncommitted files', async () => {
    write('new file', 'not committed')
    try {
      // A smaller change is none, lest chance decides.
      const { code, stdout } = await against(
        'HEAD',
        '--least',
        '60',
        '--filter',
        'parse',
        join(folder, 'bench/csv.bench.mjs'),
      )
      expect(stdout).toContain('Head is the working tree as it is: 1 file is not committed.')
      expect(stdout).toMatch(/csv › parse .* no difference/)
      expect(stdout).not.toContain('csv › format')
      expect(code).toBe(0)
      expect(git('status', '--porcelain')).toBe('?? "new file"')
    } finally {
      rmSync(join(folder, 'new file'))
    }
  })

  test('installs and builds each copy, and says what failed in which', async () => {
    const { code, stderr } = await against('fast', '--install', 'echo one >> log', '--build', 'cat log && exit 3')
    expect(stderr).toContain(
      'head: echo one >> log\nbase: echo one >> log\ncontrol: echo one >> log\nhead: cat log && exit 3',
    )
    expect(stderr).toContain('--against: in head, cat log && exit 3 ended with 3:\none')
    expect(code).toBe(2)
    expect(existsSync(join(folder, 'log'))).toBe(false)
  })

  test('a case that only one of the two has is named, and one that breaks in one says in which', async () => {
    write('src/csv.mjs', `${LIBRARY}\nexport const lines = (text) => text.split('\\n').length\n`)
    appendFileSync(join(folder, 'bench/csv.bench.mjs'), "bench('lines', times, () => library.lines(text))\n")
    try {
      const added = await against('fast', '--filter', 'lines|format')
      expect(added.stdout).toMatch(/BROKEN in base: .* › lines: TypeError: library\.lines is not a function/)
      expect(added.stdout).toMatch(/csv › format .* (no difference|slower|faster)/)
      write('src/csv.mjs', LIBRARY.replace('export function format', 'function other'))
      const gone = await against('fast', '--filter', 'format')
      expect(gone.stdout).toMatch(/BROKEN in head: .* › format: TypeError: library\.format is not a function/)
      expect(gone.code).toBe(1)
      // Another API: its file does not even load in base.
      write('src/csv.mjs', LIBRARY.replaceAll('parse(', 'read('))
      write(
        'bench/csv.bench.mjs',
        BENCH.replaceAll('library.parse', 'read')
          .replace('* as library', '{ read, format }')
          .replace('library.format', 'format'),
      )
      const other = await against('fast', '--filter', 'parse')
      expect(other.stdout).toContain('NOTE: bench/csv.bench.mjs of head does not load in base (SyntaxError: ')
      expect(other.stdout).toMatch(/csv › parse .* (no difference|slower|faster)/)
      write('bench/csv.bench.mjs', BENCH.replace("'format'", "'write'"))
      const renamed = await against('fast', '--filter', 'format')
      expect(renamed.stdout).toContain('NOTE: only base has bench/csv.bench.mjs › csv › format')
      expect(renamed.code).toBe(2)
    } finally {
      git('checkout', '--quiet', '.')
    }
  })

  test('the second case of a name is broken, as without --against', async () => {
    appendFileSync(
      join(folder, 'bench/csv.bench.mjs'),
      "bench('again', times, () => 1)\nbench('again', times, () => library.parse(text))\n",
    )
    try {
      const { code, stdout } = await against('HEAD', '--filter', 'again')
      expect(stdout).toMatch(/BROKEN.* › again: an earlier case of its suite has this name/)
      expect(stdout.match(/again .* (no difference|slower|faster)/g)).toHaveLength(1)
      expect(code).toBe(1)
    } finally {
      git('checkout', '--quiet', '.')
    }
  })

  test('a bench file is what it was at the start, also where it is changed or gone before it is measured', async () => {
    const file = join(folder, 'bench/csv.bench.mjs')
    const change = `node -e "fs.rmSync(${JSON.stringify(file).replaceAll('"', "'")}, { force: true })"`
    try {
      const { stdout, stderr } = await against('HEAD', '--filter', 'parse', '--install', change)
      expect(stderr).not.toContain('ENOENT')
      expect(stdout).toMatch(/csv › parse .* (no difference|slower|faster)/)
    } finally {
      git('checkout', '--quiet', '.')
    }
  })

  test.each([
    [['nowhere'], '--against: there is no commit nowhere here: git fetch origin nowhere'],
    [['fast', '--compare', 'x.json'], '--compare cannot go with --against'],
    [['fast', '--browser', 'firefox'], '--browser cannot go with --against'],
    [
      ['fast', '--rounds', '3'],
      '--rounds: 3 rounds cannot judge 2 cases with 1 false alarm in 100 runs: from 5 to 100',
    ],
    [['fast', BIN], 'slipring-bench.mjs is not in the repository '],
    [['fast', '--filter', 'nothing is so'], '--filter: no case is named like nothing is so'],
  ])('%j is a wrong command line, with its reason', async (args, reason) => {
    const { code, stdout, stderr } = await against(...args)
    expect(stderr).toContain(reason)
    expect(stdout).toBe('')
    expect(code).toBe(2)
  })

  // Where a disk is full: a device that is, and a limit of the size of files, which ends git as a full disk does.
  test.runIf(process.platform === 'linux')('a disk without room is the reason, and nothing is left there', async () => {
    const written = await against('HEAD', '--least', '900', '--filter', 'parse', '--markdown', '/dev/full')
    expect(written.stdout).toMatch(/csv › parse .* no difference/)
    expect(written.stderr).toContain('The verdicts above cannot be written: ENOSPC: no space left on device')
    expect(written.code).toBe(2)

    write('large.txt', 'x'.repeat(1 << 20))
    commit('A large file')
    try {
      const limited = 'trap "" XFSZ; ulimit -f 64; exec "$@"'
      const copied = await start.call(['sh', '-c', limited, 'sh'], '--against', 'HEAD').ended
      expect(copied.stderr).toContain(`A copy needs room in ${temporary}`)
      expect(copied.stderr).toContain('TMPDIR names another folder')
      expect(copied.code).toBe(2)
      expectNothingLeft()
    } finally {
      git('reset', '--quiet', '--hard', 'HEAD~1')
    }
  })

  test('a folder for copies that is none is the reason', async () => {
    const { stderr, code } = await start.call(['env', `TMPDIR=${join(folder, 'package.json')}`], '--against', 'HEAD')
      .ended
    expect(stderr).toMatch(/--against: ENOTDIR: not a directory.*TMPDIR names another folder/)
    expect(code).toBe(2)
    expectNothingLeft()
  })

  test('a machine that is never calm is not waited for: the verdict stands, and the exit code says 3', async () => {
    const busy = spawn(process.execPath, ['--eval', 'for (;;);'])
    try {
      const { stdout, code } = await start('--quick', '--against', 'HEAD', '--least', '900', '--filter', 'parse').ended
      expect(stdout).toMatch(/csv › parse .* no difference/)
      expect(stdout).toMatch(/^BUSY: the machine had other work: /m)
      expect(code).toBe(3)
      expectNothingLeft()
    } finally {
      busy.kill('SIGKILL')
    }
  })

  test('a workspace that all copies would share is refused', async () => {
    symlinkSync(join(folder, 'src'), join(folder, 'node_modules/own'), 'junction')
    try {
      const { code, stderr } = await against('fast')
      expect(stderr).toContain(
        'node_modules/own is src of this working tree, which base would run too: let each copy install its own',
      )
      expect(code).toBe(2)
    } finally {
      rmSync(join(folder, 'node_modules/own'))
    }
  })

  test.each(['SIGINT', 'SIGTERM'] as const)('%s ends it, its commands and its copies', async (signal) => {
    const child = start('--against', 'fast', '--build', 'echo $$ > pid; sleep 300')
    await expect
      .poll(() => readdirSync(temporary).flatMap((name) => [join(temporary, name, 'a', 'pid')].filter(existsSync)))
      .toHaveLength(1)
    const made = readdirSync(temporary).find((name) => name.startsWith('slipring-bench-against'))
    const pid = Number(readFileSync(join(temporary, made!, 'a', 'pid'), 'utf8'))
    child.kill(signal)
    const { code } = await child.ended
    expect(code).toBe(signal === 'SIGINT' ? 130 : 143)
    expectNothingLeft()
    await expect.poll(() => isAlive(pid)).toBe(false)
  })

  test('what a killed run has left is removed by the next', async () => {
    const child = start('--against', 'fast', '--build', 'sleep 2')
    await expect.poll(() => git('worktree', 'list').split('\n').length).toBe(4)
    child.kill('SIGKILL')
    await child.ended
    expect((await against('fast', '--filter', 'nothing is so')).code).toBe(2)
  })
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
