import { execFileSync, spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { nodeHost } from '../src/node-host.ts'

const url = new URL('../src/node-host.ts', import.meta.url).href
const program = `console.log((await import(${JSON.stringify(url)})).nodeHost.hasOneCore)`
const node = [process.execPath, '--conditions=slipring-source', '--input-type=module', '--eval', program]
const cannotPin = spawnSync('taskset', ['-c', '0', 'true']).status !== 0

test('knows how many cores the process may use', () => {
  expect(nodeHost.hasOneCore).toBe(availableParallelism() === 1)
})

test.skipIf(cannotPin)(`a process that is pinned to one core knows (skipped without taskset: ${cannotPin})`, () => {
  expect(execFileSync('taskset', ['-c', '0', ...node], { encoding: 'utf8' })).toBe('true\n')
})
