import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runExample } from './run-example.ts'

const ROOT = join(import.meta.dirname, '..')

test('drop-in: every flight is answered, in shared memory', () => {
  const { code, printed, errors } = runExample('drop-in')
  expect(errors).toBe('')
  expect(printed).toMatch(/^Sending 10000 flights/)
  expect(printed).toMatch(/Got 10000 answers about \d{3,} routes in \d+ ms/)
  expect(printed).toMatch(/is [A-Z]{3} to [A-Z]{3}\.\nIts \d+ flights were [\d.]+ minutes late/)
  expect(printed).toContain('port.mode is "shared"')
  expect(code).toBe(0)
})

test('comlink: calls, callbacks and exceptions cross in shared memory', () => {
  const { code, printed, errors } = runExample('comlink')
  expect(errors).toBe('')
  expect(printed).toContain('a library of 3201 movies')
  expect(printed.match(/^ {2}\d\.\d {2}.+$/gm)).toHaveLength(3)
  expect(printed).toMatch(/It has (\d+) genres, and called back \1 times/)
  expect(printed).toContain('What it throws arrives: There is no movie "No such movie"')
  expect(printed).toContain('port.mode is "shared"')
  expect(code).toBe(0)
})

test('typed channel: all records arrive, smaller than text, and what does not fit is refused', () => {
  const { code, printed, errors } = runExample('typed-channel')
  expect(errors).toBe('')
  const [, bytes, characters] = /^Sent 10000 flights in (\d+) bytes\. As JSON they have (\d+)\./.exec(printed)!
  expect(Number(bytes)).toBeLessThan(Number(characters) / 2)
  expect(printed).toMatch(/The worker counted 10000 flights from \d{2,} airports/)
  expect(printed.match(/^ {2}[A-Z]{3} {2}\d+\.\d minutes late on average$/gm)).toHaveLength(3)
  expect(printed).toMatch(/refused before it is sent: .*delay/)
  expect(printed).toContain('port.mode is "shared"')
  expect(code).toBe(0)
})

test('blocking request: a callback that cannot await has its answers', () => {
  const { code, printed, errors } = runExample('blocking-request')
  expect(errors).toBe('')
  expect(printed).toMatch(/^From San Francisco, CA by way of Chicago, IL to New York, NY\n/)
  expect(printed).toMatch(/^3003 questions were answered\. Each took \d+ µs/m)
  expect(printed).toContain('port.mode is "shared"')
  expect(code).toBe(0)
})

test('world: frames of three writers are whole, also when one of them dies', () => {
  const { code, printed, errors } = runExample('world')
  expect(errors).toBe('')
  expect(printed).toContain('Of the first frames of three writers 0 were mixed.')
  expect(printed).toContain('Without ai frames go on with its last part.')
  expect(printed).toContain('Another ai went on where the first had ended.')
  expect(code).toBe(0)
})

test('pool: four pools give the same report', () => {
  const { code, printed, errors } = runExample('pool', '--rounds', '1', '--threads', '2')
  expect(errors).toBe('')
  expect(printed).toContain('The Shawshank Redemption')
  for (const name of ['piscina', 'piscina registered', '@slipring/worker/piscina', 'pool'])
    expect(printed).toMatch(new RegExp(`│ ${name} +│ \\d+ ms +│ [\\d,]+ +│ [\\d.]+x +│`))
  expect(printed).toContain('2 workers, median of 1 rounds, equal reports')
  expect(printed).toContain('10 flights were hours late (1403, 370, 369, 494, 505, 514, 368, 573, 404, 569 minutes)')
  const [, seen] = /among the first ([\d,]+) that a worker parsed; then it stopped, with 0 tasks left/.exec(printed)!
  expect(Number(seen!.replaceAll(',', ''))).toBeLessThan(100_000)
  expect(printed).toMatch(
    /3,201 documents have the hash [\da-f]{40}\n\d+ ms with one a task, then \d+ ms with a hundred/,
  )
  expect(code).toBe(0)
})

test('world: frames of three writers are not mixed, and go on when one is killed', () => {
  const { code, printed, errors } = runExample('world')
  expect(errors).toBe('')
  expect(printed).toContain('Of the first frames of three writers 0 were mixed')
  expect(printed).toContain('Without ai frames go on')
  expect(printed).toContain('Another ai went on')
  expect(code).toBe(0)
})

test('an example that does not exist is refused with those that do', () => {
  const { code, errors } = runExample('nothing')
  expect(code).toBe(2)
  expect(errors).toContain('drop-in')
})

test('the README lists every example that exists, and no other', () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8')
  const listed = [...readme.matchAll(/^\| \d\d +\| \[[^\]]+\]\(([\w-]+)\)/gm)].map(([, folder]) => folder)
  const isExample = (folder: string): boolean =>
    existsSync(join(ROOT, folder, 'main.ts')) || existsSync(join(ROOT, folder, 'sort.bench.ts'))
  const existing = readdirSync(ROOT).filter(isExample)
  expect(listed.toSorted()).toEqual(existing.toSorted())
})
