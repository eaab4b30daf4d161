import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readArguments } from '../../src/runner/arguments.ts'
import { checkRing } from '../../src/runner/doctor/check-ring.ts'
import { diagnose } from '../../src/runner/doctor/doctor.ts'
import { printFindings, remedyFor, ringLines } from '../../src/runner/doctor/findings.ts'
import { packagesOf } from '../../src/runner/doctor/here.ts'
import { judgeHeaders } from '../../src/runner/doctor/isolation.ts'
import { slipringBench } from './command.ts'

test('--doctor says runtime, cores, packages and mode, and has checked a ring for two seconds', async () => {
  const { code, stdout, stderr } = await slipringBench('--doctor')
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^Node \d+\.\d+\.\d+, V8/)
  for (const name of ['system', 'cores', 'load', 'packages', 'options', 'generated code', 'messages'])
    expect(stdout).toMatch(new RegExp(`^ {2}${name} +\\S`, 'm'))
  expect(stdout).toMatch(/^ {2}mode +shared$/m)
  expect(stdout).toMatch(/there and back in [2-9]\.\d s, each as it was sent; median [\d.]+ µs/)
  expect(stdout).toMatch(/Everything is as it should be\.\n$/)
  expect(code).toBe(0)
})

test('a message that comes back changed is told with both', async () => {
  let last: unknown
  const changing = {
    mode: 'shared',
    postMessage: (message: unknown) => void (last = message),
    receive: async () => ({ ...(last as object), rest: 1 }),
  }
  await expect(checkRing(changing, 5)).rejects.toThrow(/^Message -1 came back changed: sent .*null}, got .*1}$/)
})

test('a message that never comes back ends the check', async () => {
  const silent = { mode: 'shared', postMessage() {}, receive: () => Promise.reject(new Error('No message')) }
  await expect(checkRing(silent, 5)).rejects.toThrow('No message')
})

test('another mode than shared is not well, and the remedy is named', () => {
  const ring = { mode: 'copied', messages: 12_345, seconds: 2, medianMicros: 61.22, p99Micros: 300 }
  const text = printFindings({ place: 'here', lines: ringLines(ring), isWell: false, remedy: remedyFor('copied') })
  expect(text).toContain('12,345 there and back in 2.0 s, each as it was sent; median 61.2 µs')
  expect(text).toMatch(/in mode copied, at the speed of postMessage: see WHEN-SLOW\.md/)
  expect(remedyFor('shared')).toBe(undefined)
})

test('the packages are those that a program in the folder would load, also from a folder above it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'slipring-doctor-'))
  try {
    expect(packagesOf(folder)).toBe('none in this folder')
    const core = join(folder, 'node_modules/@slipring/core')
    mkdirSync(core, { recursive: true })
    mkdirSync(join(folder, 'deep/deeper'), { recursive: true })
    writeFileSync(join(core, 'package.json'), '{ "version": "9.8.7" }')
    expect(packagesOf(join(folder, 'deep/deeper'))).toBe('@slipring/core 9.8.7')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

const [COOP, COEP, DIP] = [
  'cross-origin-opener-policy',
  'cross-origin-embedder-policy',
  'document-isolation-policy',
] as const

test.each([
  [{}, /no shared memory/, false],
  [{ [COOP]: 'same-origin' }, /no shared memory/, false],
  [{ [COOP]: 'same-origin-allow-popups', [COEP]: 'require-corp' }, /no shared memory/, false],
  [{ [COOP]: 'same-origin', [COEP]: 'unsafe-none' }, /no shared memory/, false],
  [{ [COOP]: 'same-origin', [COEP]: 'require-corp; report-to="it"' }, /in every browser/, true],
  [{ [COOP]: 'same-origin', [COEP]: 'credentialless' }, /Safari does not know/, true],
  [{ [DIP]: 'isolate-and-require-corp' }, /Chromium 137 and later alone/, true],
  [{ [DIP]: 'none' }, /no shared memory/, false],
])('the headers %j are judged', (headers: Record<string, string>, verdict, isIsolated) => {
  const judged = judgeHeaders((name) => headers[name] ?? null)
  expect(judged.verdict).toMatch(verdict)
  expect(judged.isIsolated).toBe(isIsolated)
})

test('--doctor asks a page for its headers, and says when nobody answers there', async () => {
  const server = createServer((_, response) => response.writeHead(200, { [DIP]: 'isolate-and-credentialless' }).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const printed: string[] = []
  const { log } = console
  console.log = (line: string) => void printed.push(line)
  try {
    expect(await diagnose(readArguments(['--doctor', address]))).toBe(0)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(await diagnose(readArguments(['--doctor', address]))).toBe(1)
  } finally {
    console.log = log
  }
  expect(printed.join('\n')).toMatch(/document-isolation-policy +isolate-and-credentialless\n +so +the page has shared/)
  expect(printed.join('\n')).toMatch(/broken +fetch failed: .*ECONNREFUSED/)
})

test('--doctor refuses what is no address of a page', async () => {
  const { code, stderr } = await slipringBench('--doctor', 'sort.bench.ts')
  expect(stderr).toMatch(/sort\.bench\.ts is no address of a page/)
  expect(code).toBe(2)
})
