/** Runs the thread of a case, and gives it up when it takes too long. */

import { Worker } from '@slipring/worker'
import { scriptBeside } from '../script-beside.ts'
import type { Answer, CaseTask } from './case-task.ts'
import type { Place } from './place.ts'
import { BrokenError, reasonOf, traceOf } from './reason.ts'
import { endReason, lateReason } from './case-end.ts'
import { versions } from './versions.ts'

/** Threads of this process. */
export function here(): Place {
  return { name: '', versions: versions(), run: runThread, close: async () => {} }
}

async function runThread(task: CaseTask, limitMs: number, onAnswer: (answer: Answer) => void): Promise<void> {
  // This thread sleeps while it waits: the cores are for what is measured.
  const worker = new Worker(scriptBeside(import.meta.url, 'case-worker'), {
    workerData: task,
    waitStrategy: 'park',
    stdout: true,
    stderr: true,
  })
  // The output of a case must not get into a report on stdout.
  worker.stdout.pipe(process.stderr, { end: false })
  worker.stderr.pipe(process.stderr, { end: false })
  let late: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      late = setTimeout(() => reject(new Error(lateReason(task, limitMs))), limitMs)
      worker.on('message', (answer: Answer) => {
        onAnswer(answer)
        if (answer.kind === 'failed') reject(new BrokenError(answer.reason, answer.trace))
        else if (answer.kind !== 'turn') resolve()
      })
      worker.once('error', (error) => reject(new BrokenError(reasonOf(error), traceOf(error))))
      worker.once('exit', (code) => reject(new Error(endReason(code))))
    })
  } finally {
    clearTimeout(late)
    await worker.terminate()
  }
}
