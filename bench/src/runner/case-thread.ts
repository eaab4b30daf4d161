/** Runs the thread of a case, and gives it up when it takes too long. */

import { Worker } from '@slipring/worker'
import { scriptBeside } from '../script-beside.ts'
import type { Answer, CaseTask, Declared } from './case-task.ts'
import type { Turn } from './contender.ts'
import { reasonOf } from './reason.ts'

/** The cases of a file. Rejects when it throws, dies or does not end. */
export async function listCases(file: string, limitMs: number): Promise<readonly Declared[]> {
  let cases: readonly Declared[] = []
  await runThread({ kind: 'list', file }, limitMs, (answer) => {
    if (answer.kind === 'listed') cases = answer.cases
  })
  return cases
}

/** Measures a case. Rejects when it throws, dies or does not end. */
export function measureCase(
  task: Extract<CaseTask, { kind: 'measure' }>,
  limitMs: number,
  onTurn: (turn: Turn) => void,
): Promise<void> {
  return runThread(task, limitMs, (answer) => {
    if (answer.kind === 'turn') onTurn(answer.turn)
  })
}

async function runThread(task: CaseTask, limitMs: number, onAnswer: (answer: Answer) => void): Promise<void> {
  // This thread sleeps while it waits: the cores are for what is measured.
  const worker = new Worker(scriptBeside(import.meta.url, 'case-worker'), {
    workerData: task,
    waitStrategy: 'park',
    stdout: true,
    stderr: true,
  })
  // What a case prints must not get into a report on stdout.
  worker.stdout.pipe(process.stderr, { end: false })
  worker.stderr.pipe(process.stderr, { end: false })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const late = setTimeout(() => reject(new Error(`not done after ${limitMs / 1000} s`)), limitMs)
  worker.on('message', (answer: Answer) => {
    onAnswer(answer)
    if (answer.kind === 'failed') reject(new Error(answer.reason))
    else if (answer.kind !== 'turn') resolve()
  })
  worker.once('error', (error) => reject(new Error(reasonOf(error))))
  worker.once('exit', (code) => reject(new Error(`its thread ended with exit code ${code}`)))
  try {
    await promise
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
