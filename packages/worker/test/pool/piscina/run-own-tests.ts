/** Runs Piscina's own tests over the face. */

import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { basename } from 'node:path'
import { layOut } from './lay-out.ts'

const REPORTER = new URL('reporter.process.mjs', import.meta.url).href
const MOST_MS = 60_000

export interface Outcome {
  /** The file and the name of the test. */
  readonly name: string
  /** Why it failed; empty if it did not. */
  readonly failure: string
}

/**
 * One outcome for each test, and one for each file whose process failed or did not end. `folder`: an empty one. `known`: tests
 * that may fail.
 */
export async function runOwnTests(folder: string, known: Readonly<Record<string, string>>): Promise<Outcome[]> {
  const files = (await layOut(folder)).values()
  const runners = Array.from({ length: availableParallelism() }, async () => {
    const outcomes: Outcome[][] = []
    for (const file of files) outcomes.push(await runFile(file))
    return outcomes
  })
  const outcomes = (await Promise.all(runners)).flat()
  const isSurprise = ({ name, failure }: Outcome): boolean => failure !== '' && !(name in known)
  // Many of these tests count on times that a busy machine does not keep: a file with a surprise has a second try, alone.
  for (const [index, ofFile] of outcomes.entries())
    if (ofFile.some(isSurprise)) outcomes[index] = await runFile(fileOf(folder, ofFile[0]!))
  return outcomes.flat()
}

function fileOf(folder: string, { name }: Outcome): string {
  return `${folder}/test/${name.slice(0, name.indexOf(':'))}.test.ts`
}

function runFile(file: string): Promise<Outcome[]> {
  const ofFile = basename(file, '.test.ts')
  // A program's process: without the conditions of this one, and killed because it may be blocked.
  const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, ...env } = process.env
  const options = { env, timeout: MOST_MS, killSignal: 'SIGKILL' } as const
  return new Promise((resolve) => {
    execFile(process.execPath, [`--test-reporter=${REPORTER}`, file], options, (error, stdout, stderr) => {
      const lines = stdout.split('\n').filter((line) => line.startsWith('["'))
      const outcomes = lines.map((line): Outcome => {
        const [test, failure] = JSON.parse(line) as [string, string]
        return { name: `${ofFile}: ${test}`, failure }
      })
      const hasFailed = outcomes.some(({ failure }) => failure !== '')
      if (error?.killed === true) outcomes.push({ name: `${ofFile}: ends`, failure: `not after ${MOST_MS} ms` })
      else if (error !== null && !hasFailed)
        outcomes.push({ name: `${ofFile}: ends`, failure: stderr || String(error) })
      resolve(outcomes)
    })
  })
}
