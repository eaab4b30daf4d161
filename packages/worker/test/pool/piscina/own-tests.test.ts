import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runOwnTests } from './run-own-tests.ts'

// Piscina's package has its tests. docs/POOL.md names these differences, too.
const KNOWN = {
  'load-with-esm: Exports match own property names':
    'the module has one name more, which makes `require` give the class',
  'move-test: Using Piscina.move() returns a movable object': "asks a function of Piscina's inside",
  'move-test: Using ArrayBuffer works as expected': "asks a function of Piscina's inside",
  'move-test: Using TypedArray works as expected': "asks a function of Piscina's inside",
  'move-test: Using MessagePort works as expected': "asks a function of Piscina's inside",
  'pool: workerCreate/workerDestroy should be emitted while managing worker lifecycle':
    'a task that is aborted before it begins ends no worker',
  'workers: workers are marked as destroyed if destroyed': 'a task that is aborted before it begins ends no worker',
  'test-uncaught-exception-from-handler: exiting process in immediate after task errors next task and resets worker':
    'the next task may not have begun when its worker exits, and then runs on another',
}

test('the tests of Piscina pass over the face, but for those that POOL.md explains', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'piscina-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const outcomes = await runOwnTests(folder, KNOWN)
  expect(outcomes.filter(({ name, failure }) => failure !== '' && !(name in KNOWN))).toEqual([])
  expect(outcomes.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(KNOWN)))
  expect(outcomes.filter(({ failure }) => failure === '').length).toBeGreaterThanOrEqual(145)
})
